"""Who works in the demo hospitals. Invented people, with passwords anybody may read."""

from dataclasses import dataclass

from medreview.accounts.roles import Role


@dataclass(frozen=True)
class Member:
    """One login of the demo."""

    username: str
    full_name: str
    title: str
    hospital: str
    role: Role

    @property
    def password(self) -> str:
        """A password anybody may know; the production settings do not carry the demo."""
        return f"demo-{self.username}-2026"


HOSPITALS = {
    "north": ("North City Hospital", "Europe/London"),
    "south": ("South Bay Hospital", "Europe/Warsaw"),
}

CLINICIAN = Member("ada", "Ada Petrova", "Dr", "north", Role.CLINICIAN)
COLLEAGUE = Member("noor", "Noor Haddad", "Dr", "north", Role.CLINICIAN)
SOUTH_CLINICIAN = Member("oleg", "Oleg Nowak", "Dr", "south", Role.CLINICIAN)
CURATOR = Member("kim", "Kim Li", "", "north", Role.CURATOR)
SECOND_CURATOR = Member("yuna", "Yuna Sato", "", "north", Role.CURATOR)
MEMBERS = (
    CLINICIAN,
    COLLEAGUE,
    CURATOR,
    SECOND_CURATOR,
    Member("nell", "Nell Hallam", "", "north", Role.AUDITOR),
    Member("root", "Robin Achebe", "", "north", Role.ADMIN),
    SOUTH_CLINICIAN,
)
