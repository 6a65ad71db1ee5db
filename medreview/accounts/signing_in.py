"""Between a right password and a session: whoever has a second factor shows it first."""

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from medreview.accounts import second_factor, sessions
from medreview.accounts.models import User
from medreview.accounts.sessions import Confirmed
from medreview.common.clock import now

HELD = "signing_in"
HELD_SECONDS = 5 * 60
"""How long a right password waits for its code."""
BACKEND = "django.contrib.auth.backends.ModelBackend"


def hold(request: HttpRequest, user: User) -> None:
    """Remember whose password was right. It opens nothing yet."""
    request.session.cycle_key()
    request.session[HELD] = {
        "user": user.pk,
        "at": now().timestamp(),
        # A password changed meanwhile ends this, too.
        "proof": user.get_session_auth_hash(),
    }


def held(request: HttpRequest) -> User | None:
    """Whose code is waited for; nobody's once the time is over."""
    kept = request.session.get(HELD)
    if kept is None or now().timestamp() - kept["at"] > HELD_SECONDS:
        return None
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    if user is None or not constant_time_compare(kept["proof"], user.get_session_auth_hash()):
        return None
    return user


def check_code(request: HttpRequest, user: User, code: str) -> Confirmed:
    """Whether the code is the person's; wrong ones add up with wrong passwords."""
    return sessions.counted(
        request, user, lambda: second_factor.takes(user=user, code=code), purpose="code"
    )


def let_in(request: HttpRequest, user: User, *, with_code: bool = False) -> None:
    """Begin the session; the trail has it first."""
    sessions.note_opened(user)
    request.session.pop(HELD, None)
    login(request, user, backend=BACKEND)
    sessions.begin(request, with_code=with_code)
