"""The entry for the web server."""

import os

from django.core.asgi import get_asgi_application

from medreview.server.warming import warm_up_aside

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "medreview.settings.local")

application = get_asgi_application()

warm_up_aside()
