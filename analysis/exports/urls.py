"""Where signed editions are taken along."""

from django.urls import path

from analysis.exports.views import export_file, export_text

app_name = "exports"

EDITION = "analyses/<str:pk>/exports/<int:edition>"

urlpatterns = [
    path(f"{EDITION}/", export_text, name="text"),
    path(f"{EDITION}.<str:form>", export_file, name="file"),
]
