"""Whose token came with a request, and the one reading that a browser's session may do."""

from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from medreview.accounts import second_factor
from medreview.accounts.errors import FactorRequired
from medreview.accounts.models import User
from medreview.tokens import services as tokens
from medreview.tokens.errors import TokenRefused
from medreview.tokens.models import Token


class TokenAuthentication(KnoxTokenAuthentication):
    """``Authorization: Bearer mrt_…``. Whatever else stands there opens nothing."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        sent = get_authorization_header(request).split()
        if not sent:
            return None
        if len(sent) != 2 or sent[0].lower() != self.authenticate_header(request).lower().encode():
            raise TokenRefused(_("Send the token as 'Authorization: Bearer …'."), why="form")
        token = tokens.use(sent[1].decode("latin-1"))
        # A token may be older than the rule: as on the pages, the factor comes before all else.
        if second_factor.is_owed(token.user):
            raise FactorRequired(
                _("Your hospital asks for a second factor: set yours up on the pages.")
            )
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class SignedInReader(BaseAuthentication):
    """A person in a browser, for the description of the API and for nothing of a patient."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        user = request._request.user
        return (user, None) if isinstance(user, User) and user.is_active else None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
