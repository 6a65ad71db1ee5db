"""No word that names the patient leaves, and no result, unit, day or code is touched."""

import datetime as dt
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.llm.contracts import ChatRequest, Message, Role, ToolCall
from medreview.llm.redaction.contracts import Identifiers
from medreview.llm.redaction.redactor import Redactor
from medreview.llm.redaction.vocabulary import COMMON, TITLES, UNITS

KNOWN = Identifiers(
    names=(
        "Анна Müller-Lüdenscheidt",
        "White",
        "May",
        "Ng",
        "An",
        "O'Brien",
        "王小明",
        "Иванов",
        "Eva Muster",
    ),
    birth_dates=("1950-05-12",),
    numbers=("MR-0012345", "7187", "29512", "20200101"),
    addresses=("Musterstraße 12", "Lange Gasse 5"),
    places=(("Wien", "1010"),),
    phones=("+43 660 1234567",),
    emails=("a@b.at",),
)
ANNA = Redactor.of(KNOWN)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Anna Müller", "[NAME] [NAME]"),
        ("MUELLER, Muller; Müllers", "[NAME], [NAME]; [NAME]"),
        ("Mu\u0308ller Mül\u00adler M\\u00fcller M&uuml;ller", "[NAME] [NAME] [NAME] [NAME]"),
        ("Иванову, Ivanov, АННЫ", "[NAME], [NAME], [NAME]"),
        ("annamüller@klinik.example", "[EMAIL]"),
        ("user evamuster", "user [NAME]"),
        ("王小明先生", "[NAME]先生"),
        ("name_Müller2", "name_[NAME]2"),
        ("Mrs May, O’Brien", "Mrs [NAME], O’[NAME]"),
        ("Frau Dr. Huber und Mr Bob Smith", "Frau Dr. [NAME] und Mr [NAME]"),
        ("lives in Musterstr. 12, 1010 Wien", "lives in [ADDRESS], [ADDRESS]"),
        ("lange gasse 5", "[ADDRESS]"),
        ("0660/1234567 or +43 (660) 123 45 67", "[PHONE] or [PHONE]"),
        ("MR0012345, 12345, MR 00 12345", "[ID], [ID], [ID]"),
        ("Patient ID: 7187", "Patient ID: [ID]"),
        ("see https://portal.example/p/1 now", "see [LINK] now"),
        ("SSN 078-05-1120, SNILS 112-233-445 95", "SSN [ID], SNILS [ID]"),
        ("1234567890 in Patient/abc", "[ID] in [ID]"),
        ("tel: 555 123 456", "tel: [PHONE]"),
    ],
)
def test_what_names_a_person_is_replaced(text, left):
    assert ANNA.text(text) == left


@pytest.mark.parametrize(
    "birth",
    [
        "1950-05-12",
        "12.05.1950",
        "12.5.50",
        "12/05/1950",
        "05/12/1950",
        "5/12/50",
        "19500512",
        "12 May 1950",
        "12th of May, 1950",
        "May 12, 1950",
        "12. Mai 1950",
        "12 мая 1950",
        "12-MAY-1950",
        "12.V.1950",
        "1950年5月12日",
        "昭和25年5月12日",
        "١٢/٠٥/١٩٥٠",
        "12/05/2493",
    ],
)
def test_a_birth_date_leaves_in_no_form(birth):
    assert ANNA.text(f"born {birth}, 76 y") == "born [BIRTH DATE], 76 y"


def test_a_year_of_birth_leaves_where_it_is_called_one_and_an_age_always_stays():
    known = Redactor.of(Identifiers(birth_dates=("1950",)))

    assert known.text("born in 1950; aged 76; in 1950 mmol") == (
        "born in [BIRTH DATE]; aged 76; in 1950 mmol"
    )


@pytest.mark.parametrize(
    "text",
    [
        "white cells 12 ng/mL on 3 May 2020; May 3, 2020; may be an error",
        "female, 76 years, 5 ng/L, 12 Ng/mL",
        "LOINC 718-7, 2951-2; SNOMED 840539006, 386661006; RxNorm 860975; ATC A02BC01; ICD E11.9",
        "12,345 and 29512 mmol/L and 29512.5; < 29512; 2020-01-01; 1010; HIV 1200000000 copies/mL",
        "Observation/1234567890 at 20201130232631, 2026-11-30T10:00:00+0100, LA15173-0",
        "http://loinc.org http://snomed.info/sct urn:oid:2.16.840.1.113883.6.96",
        "Mayo Clinic, Whitehall, Angina, anemia, Annamarie's Müllerian duct",
        '<data label="note" mark="1234567890123456">\nHb\n</data mark="1234567890123456">',
        "not &lt;b&gt; and \\u0022 stay as they are written",
    ],
)
def test_results_days_codes_and_other_words_stay(text):
    assert ANNA.text(text) == text


def test_arguments_of_tools_are_read_too_whatever_their_type():
    call = ToolCall(
        id="1",
        name="look",
        arguments={"names": ["Anna", "Hb"], "Müller": {"mrn": 29512, "n": 5, "yes": True}},
    )
    asked = ChatRequest(
        messages=(
            Message(role=Role.ASSISTANT, tool_calls=(call,)),
            Message(role=Role.TOOL, text="Müller: Hb 12.3 g/dL", tool_call_id="1"),
        ),
        purpose="test",
    )

    calls, answer = ANNA(asked).messages

    assert calls.tool_calls[0].arguments == {
        "names": ["[NAME]", "Hb"],
        "[NAME]": {"mrn": "[ID]", "n": 5, "yes": True},
    }
    assert answer.text == "[NAME]: Hb 12.3 g/dL"


LATIN = st.text(ascii_lowercase + "äöüéèçñøłš", min_size=4, max_size=12)
NAMES = LATIN.filter(lambda name: name not in COMMON | TITLES | UNITS)
AROUND = st.text(max_size=40)
CASES = st.sampled_from([str.lower, str.upper, str.title])
BETWEEN = st.sampled_from([" ", "\n", ", ", "(", '"', "-", "_", "7", "|", "<b>"])


@given(name=NAMES, case=CASES, left=BETWEEN, right=BETWEEN)
def test_a_name_never_leaves_whatever_stands_around_it(name, case, left, right):
    text = f"Seen{left}{case(name)}{right}today"

    assert case(name) not in Redactor.of(Identifiers(names=(name,))).text(text)


@given(name=NAMES, before=LATIN, after=LATIN)
def test_a_word_that_merely_contains_a_name_is_never_cut(name, before, after):
    word = before + name + after

    left = Redactor.of(Identifiers(names=(name,))).text(word)

    assert left in (word, "[NAME]")


@given(
    day=st.dates(dt.date(1900, 1, 1), dt.date(2026, 1, 1)),
    form=st.sampled_from(
        [
            "%Y-%m-%d",
            "%d.%m.%Y",
            "%m/%d/%Y",
            "%d/%m/%y",
            "%Y%m%d",
            "%d %B %Y",
            "%b %d, %Y",
            "%d-%b-%y",
        ]
    ),
)
def test_no_birth_date_leaves_and_the_day_after_stays(day, form):
    known = Redactor.of(Identifiers(birth_dates=(day.isoformat(),)))

    assert known.text(f"on {day.strftime(form)}.") == "on [BIRTH DATE]."
    later = (day + dt.timedelta(days=40)).isoformat()
    assert known.text(later) == later


@given(
    number=st.decimals(0, 99_999, places=2, allow_nan=False),
    unit=st.sampled_from(["mmol/L", "ng/mL", "%", "10^9/L", "U/L", "g/dL", "mg/24h", "µmol/l"]),
    names=st.lists(st.sampled_from(sorted(UNITS | COMMON)), min_size=1, max_size=6),
    mrn=st.integers(0, 9_999_999).map(str),
)
def test_digits_and_units_of_a_result_stay_whatever_a_patient_is_called(number, unit, names, mrn):
    known = Redactor.of(Identifiers(names=tuple(names), numbers=(mrn,)))

    assert known.text(f"= {number} {unit}") == f"= {number} {unit}"


@given(text=st.text(max_size=200), names=st.lists(st.text(max_size=8), max_size=4), mrn=AROUND)
def test_what_was_redacted_once_is_not_changed_again(text, names, mrn):
    known = Redactor.of(Identifiers(names=tuple(names), numbers=(mrn,), addresses=(mrn,)))

    once = known.text(f"{text} {mrn} {' '.join(names)} {text}")

    assert known.text(once) == once
