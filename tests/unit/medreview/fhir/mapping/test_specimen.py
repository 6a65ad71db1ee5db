from tests.factories.reading import observation, only, read


def specimen_of(**fields):
    sample = {"resourceType": "Specimen", "id": "s1", "type": {"text": "Serum"}} | fields
    result = observation(specimen={"reference": "Specimen/s1"})
    return only(read(sample, result)).specimen


def test_the_state_of_a_sample_is_told_in_words_and_codes():
    sample = specimen_of(
        condition=[{"coding": [{"code": "HEM", "display": "Hemolyzed"}]}, {"text": "клот"}],
        status="unsatisfactory",
        collection={
            "collectedDateTime": "2025-05-01",
            "fastingStatusCodeableConcept": {"coding": [{"code": "NF"}]},
        },
        note=[{"text": "left in the sun"}],
    )

    assert sample.conditions == ("Hemolyzed", "HEM", "клот", "unsatisfactory")
    assert (sample.type, sample.fasting, sample.collected.text) == ("Serum", False, "2025-05-01")
    assert sample.notes == ("left in the sun",)
    assert specimen_of().fasting is None


def test_a_sample_that_did_not_come_is_known_by_its_name_only():
    assert only(read(observation(specimen={"display": "Urine"}))).specimen.type == "Urine"
    assert only(read(observation(specimen={"reference": "Specimen/x"}))).specimen is None
    assert only(read(observation())).specimen is None


def test_a_sample_nobody_refers_to_is_not_used():
    record = read({"resourceType": "Specimen", "id": "lost"})

    assert [one.id for one in record.receipt.types["Specimen"].not_used] == ["Specimen/lost"]
