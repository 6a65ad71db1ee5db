"""Where it is shown what a change of the graph would change in the analyses that stand."""

from django.urls import path

from analysis.impact import views

app_name = "impact"

urlpatterns = [
    path("sets/<str:pk>/", views.of_set, name="set"),
    path("sets/<str:pk>/ask/", views.ask, name="ask"),
    path("<str:pk>/", views.run, name="run"),
    path("<str:pk>/progress/", views.progress, name="progress"),
    path("<str:pk>/cancel/", views.cancel, name="cancel"),
]
