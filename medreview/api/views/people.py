"""Ask for a token, look at one's tokens, take one back."""

from rest_framework.request import Request

from medreview.accounts.access import OPEN, SIGNED_IN
from medreview.api.contracts.base import Paging
from medreview.api.contracts.people import Me, SignIn, TokenMade, TokenPage, TokenRow
from medreview.api.operations import NO_BODY, ApiView, django_request, operation
from medreview.api.paging import after_of, links
from medreview.api.presenters import people
from medreview.common.keyset import slice_of
from medreview.tokens import queries, services
from medreview.tokens.models import Token
from medreview.tokens.sign_in import person_for

NEWEST = ("-created_at", "-pk")


class TokenView(ApiView):
    """The token in use."""

    @operation("token-make", OPEN, takes=SignIn, gives=TokenMade, status=201)
    def post(self, request: Request, *, body: SignIn) -> TokenMade:
        """Make a token with user name, password and, where there is one, a one-time code."""
        user = person_for(
            django_request(request), username=body.username, password=body.password, otp=body.otp
        )
        token, text = services.make(name=body.name, days=body.days, by=user)
        return people.token_made(token, text)

    @operation("token-revoke-this", SIGNED_IN, gives=None, status=NO_BODY)
    def delete(self, request: Request) -> None:
        """Sign out: the token of this request opens nothing any more."""
        if isinstance(request.auth, Token):
            services.revoke(token=request.auth, by=self.person)


class TokenList(ApiView):
    """One's own tokens."""

    @operation("token-list", SIGNED_IN, asks=Paging, gives=TokenPage)
    def get(self, request: Request, *, asked: Paging) -> TokenPage:
        """One's own tokens, newest first; what opens nothing any more says why."""
        found = queries.tokens_of(self.person)
        page = slice_of(found, order=NEWEST, after=after_of(asked), size=asked.limit)
        items = tuple(people.token_row(token) for token in page.rows)
        return TokenPage(items=items, **links(request, page.after))


class TokenDetail(ApiView):
    """One of one's own tokens."""

    @operation("token-detail", SIGNED_IN, gives=TokenRow)
    def get(self, request: Request, *, pk: str) -> TokenRow:
        """One of one's own tokens."""
        return people.token_row(queries.token_of(self.person, pk))

    @operation("token-revoke", SIGNED_IN, gives=None, status=NO_BODY)
    def delete(self, request: Request, *, pk: str) -> None:
        """Take a token back; its next request is refused."""
        services.revoke(token=queries.token_of(self.person, pk), by=self.person)


class MeView(ApiView):
    """As whom the token acts."""

    @operation("me", SIGNED_IN, gives=Me)
    def get(self, request: Request) -> Me:
        """As whom the token acts, in which hospital, and what it may do."""
        return people.me(self.person)
