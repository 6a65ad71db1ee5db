"""A patient's text holds no diagnosis, no prescription and no verdict."""

import pytest

from analysis.pipeline.writer import wording
from analysis.pipeline.writer.patient_words import Withheld, why_withheld

RESULT = "Your result for Potassium from 20-Nov-2026 was 5.7\u00a0mmol/L."

MAY_STAND = (
    f"{RESULT} The laboratory marked it as high.",
    f"{RESULT} Compared with the usual range it is low.",
    "On 20-Nov-2026 your potassium was 5.7 mmol/L. The laboratory flagged it as high.",
    "Your result for Troponin T from Nov-2026 was <0.50\u00a0ng/L. It is positive.",
    "Your result for Platelets from Nov-2026 was 95\u00a010*9/L. The laboratory marked it as low.",
    "Your result for eGFR from 20-Nov-2026 was 28\u00a0mL/min/{1.73_m2}.",
    "Your result for hCG from 20-Nov-2026 was 95000\u00a0m[IU]/mL.",
    "There is a newer result of this test.",
    "Your result for Ferritin from 01-Jun-2026 is too old to speak of today.",
    "The record holds more than one result for Potassium from 20-Nov-2026, and they disagree. "
    "Please ask the people who care for you which of them holds.",
    "Your result for Culture from 20-Nov-2026 was “not detected”.",
    "Your result for Sodium from 20-Nov-2026 was >180\u00a0mmol/L.",
)

WITHHELD = (
    ("You have kidney failure.", Withheld.DIAGNOSIS),
    ("You may have diabetes.", Withheld.DIAGNOSIS),
    ("You suffer from gout.", Withheld.DIAGNOSIS),
    (f"{RESULT} This is hyperkalaemia.", Withheld.DIAGNOSIS),
    (f"{RESULT} This is hyperkalemia.", Withheld.DIAGNOSIS),
    (f"{RESULT} It is a sign of kidney disease.", Withheld.DIAGNOSIS),
    (f"{RESULT} The diagnosis is clear.", Withheld.DIAGNOSIS),
    (f"{RESULT} An infection.", Withheld.DIAGNOSIS),
    (f"{RESULT} Anaemia.", Withheld.DIAGNOSIS),
    (f"{RESULT} Iron deficiency.", Withheld.DIAGNOSIS),
    (f"{RESULT} A tumour was seen.", Withheld.DIAGNOSIS),
    (f"{RESULT} Pancreatitis.", Withheld.DIAGNOSIS),
    (f"{RESULT} Liver cirrhosis.", Withheld.DIAGNOSIS),
    (f"{RESULT} Thrombocytopenia.", Withheld.DIAGNOSIS),
    (f"{RESULT} A heart infarction.", Withheld.DIAGNOSIS),
    ("Your result for Culture was “sepsis”.", Withheld.DIAGNOSIS),
    ("Stop your ramipril.", Withheld.PRESCRIPTION),
    ("Take two tablets a day.", Withheld.PRESCRIPTION),
    (f"{RESULT} Please reduce salt.", Withheld.PRESCRIPTION),
    (f"{RESULT} Insulin 10 units.", Withheld.PRESCRIPTION),
    (f"{RESULT} Your dose is too large.", Withheld.PRESCRIPTION),
    (f"{RESULT} Treatment is needed.", Withheld.PRESCRIPTION),
    (f"{RESULT} You should rest.", Withheld.PRESCRIPTION),
    (f"{RESULT} You must fast.", Withheld.PRESCRIPTION),
    (f"{RESULT} Eat fewer bananas.", Withheld.PRESCRIPTION),
    (f"{RESULT} Your medicine can raise it.", Withheld.PRESCRIPTION),
    (f"{RESULT} An antibiotic helps.", Withheld.PRESCRIPTION),
    (f"{RESULT} See a surgeon.", Withheld.PRESCRIPTION),
    (f"{RESULT} Call an ambulance.", Withheld.PRESCRIPTION),
    (f"{RESULT} Avoid sport.", Withheld.PRESCRIPTION),
    (f"{RESULT} That is nothing to worry about.", Withheld.VERDICT),
    (f"{RESULT} This is harmless.", Withheld.VERDICT),
    (f"{RESULT} You are healthy.", Withheld.VERDICT),
    (f"{RESULT} This is dangerous.", Withheld.VERDICT),
    (f"{RESULT} It is severely high.", Withheld.VERDICT),
    (f"{RESULT} It is very high.", Withheld.VERDICT),
    (f"{RESULT} This means that it rises.", Withheld.VERDICT),
    (f"{RESULT} It is due to salt.", Withheld.VERDICT),
    (f"{RESULT} It suggests a problem.", Withheld.VERDICT),
    (f"{RESULT} Because of salt.", Withheld.VERDICT),
    (f"{RESULT} Probably from salt.", Withheld.VERDICT),
    (f"{RESULT} It is getting worse.", Withheld.VERDICT),
    (f"{RESULT} This is normal for you.", Withheld.VERDICT),
    (f"{RESULT} <b>High</b>.", Withheld.SIGN),
    (f"{RESULT} High!", Withheld.SIGN),
    (f"{RESULT} More at https://example.org", Withheld.SIGN),
)


@pytest.mark.parametrize("text", MAY_STAND)
def test_a_plain_result_may_stand(text: str) -> None:
    assert why_withheld(text, sent=["Potassium"]) is None


@pytest.mark.parametrize(("text", "why"), WITHHELD)
def test_anything_more_is_withheld(text: str, why: Withheld) -> None:
    assert why_withheld(text, sent=["Potassium"]) is why
    assert why_withheld(text.upper(), sent=["Potassium"]) is why


def test_a_test_of_the_graph_may_be_called_after_an_illness() -> None:
    name = "Hepatitis B surface antigen"
    text = f"Your result for {name} from 20-Nov-2026 was “negative”."

    assert why_withheld(text, curated=[name]) is None
    assert why_withheld(text) is Withheld.DIAGNOSIS


@pytest.mark.parametrize(
    "name",
    [
        "Potassium, you have cancer",
        "Potassium. Stop ramipril",
        "Potassium! All normal",
        "Potassium (harmless)",
        "Potassium https://example.org",
        "Potassium \u202eevas",
    ],
)
def test_a_name_of_the_record_that_speaks_to_its_reader_is_withheld(name: str) -> None:
    text = f"Your result for {name} from 20-Nov-2026 was 5.7 mmol/L."

    assert why_withheld(text, sent=[name]) is Withheld.ADDRESS


@pytest.mark.parametrize(
    "name", ["Glucose [Moles/volume] in Blood", "Vit. D 25-OH", "Neutrophils #", "Insulin"]
)
def test_a_name_as_laboratories_send_it_may_stand(name: str) -> None:
    assert why_withheld(f"Your result for {name} was 5.", sent=[name]) is None


def test_the_fixed_words_about_disagreement_pass_the_same_check() -> None:
    assert why_withheld(wording.DISAGREES) is None
