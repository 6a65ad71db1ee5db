"""The entry for a web server that speaks WSGI only."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "medreview.settings.local")

application = get_wsgi_application()
