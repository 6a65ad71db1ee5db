"""Which biomarkers a name nobody knows could be of."""

from functools import cache

from graphcurate.gaps.suggestions import Asked, Fit, Suggestions, unit_fit
from tests.factories.graph import starter_biomarker, starter_lookup


@cache
def suggestions() -> Suggestions:
    return Suggestions(starter_lookup())


def first(name: str, *units: str) -> str:
    return suggestions().of(Asked(name, units))[0].key


def test_a_name_with_more_words_than_the_graph_knows_is_put_beside_its_own():
    assert first("Serum ferritin level II", "ug/L") == "ferritin"
    assert first("Bili tot", "umol/L") == "bilirubin_total"
    assert first("Lactate dehydrogenase LD", "U/L") == "ldh"


def test_a_name_in_another_alphabet_is_compared_with_names_in_it():
    assert first("Гемоглобин гликированный") == "hba1c"


def test_what_the_unit_speaks_against_comes_last():
    found = suggestions().of(Asked("Haemoglobin A1c IFCC", ["mmol/mol"]))

    assert (found[0].key, found[0].unit) == ("hba1c", Fit.FITS)
    assert [one.unit for one in found].index(Fit.DIFFERS) > 0
    assert all(one.unit is Fit.DIFFERS for one in found[1:] if one.key == "hemoglobin")


def test_a_specimen_that_differs_speaks_against_it():
    found = {one.key: one for one in suggestions().of(Asked("Protein", ["g/L"], ["CSF"]))}

    assert found["protein_total"].specimen is Fit.DIFFERS


def test_what_is_like_nothing_has_few_suggestions_and_never_more_than_nine():
    assert len(suggestions().of(Asked("Zzyzx"))) == 0
    assert len(suggestions().of(Asked("antibody"))) <= 9


def test_a_name_that_another_biomarker_bears_is_told():
    found = {one.key: one for one in suggestions().of(Asked("TG"))}

    assert found["triglycerides"].shared
    assert found["thyroglobulin"].shared


def test_a_unit_that_converts_fits():
    ferritin = starter_biomarker("ferritin")

    assert unit_fit(ferritin, ["ng/mL"]) is Fit.FITS
    assert unit_fit(ferritin, ["mmol/L"]) is Fit.DIFFERS
    assert unit_fit(ferritin, []) is Fit.UNKNOWN


def test_what_a_model_took_a_name_for_stands_first_and_says_so():
    found = suggestions().of(Asked("Zzyzx", ("ug/L",), proposed=("ferritin", "gone")))

    assert [(one.key, one.by_model, one.unit) for one in found] == [("ferritin", True, Fit.FITS)]


def test_a_models_proposal_whose_unit_differs_stands_behind_what_fits():
    asked = Asked("Ferritn", ("ug/L",), proposed=("sodium",))

    found = [one.key for one in suggestions().of(asked)]

    assert found[0] == "ferritin"
    assert found.index("sodium") > 0


def test_milliequivalents_are_a_unit_of_a_simple_ion():
    assert unit_fit(starter_biomarker("sodium"), ["meq/L"]) is Fit.FITS
