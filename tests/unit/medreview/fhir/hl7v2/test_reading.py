"""Files of messages as results: what hospitals send, with its warts."""

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.errors import Unreadable
from medreview.fhir.hl7v2.reading import sent_of_messages
from medreview.fhir.result_writer import patient_resource, report_resource, result_resource
from medreview.fhir.sent_results import NotTaken, SentReport, SentResult
from medreview.fhir.values import read_value

HEADER = "MSH|^~\\&|LAB|NORTH|||20261120081500||ORU^R01^ORU_R01|1|P|2.5.1||||||UNICODE UTF-8"
PID = "PID|1||7^^^NORTH^MR||Doe^Jane||19580314|F"
OBR = (
    "OBR|1|P-1|F-1^LAB|24323-8^Panel^LN|||20261120080000||||||||Serum^Clot|||||||"
    "20261120090000|||{}"
)
FINAL = OBR.format("F")


def sent(*segments, header=HEADER):
    data = ("\r".join([header, *segments]) + "\r").encode()
    return sent_of_messages("x.hl7", data, ZoneInfo("Europe/Vienna"))


def results(*obx, pid=PID, obr=FINAL):
    return [one for one in sent(pid, obr, *obx).sent if not isinstance(one, SentReport)]


def result(obx):
    (found,) = results(obx)
    return found


def value(kind, field, unit="mmol/L"):
    return read_value(
        result_resource(result(f"OBX|1|{kind}|2823-3^K^LN||{field}|{unit}|||||F"), "p")
    )


@pytest.mark.parametrize(
    ("kind", "field", "shown", "as_what"),
    [
        ("NM", "6.80", "6.80 mmol/L", "number"),
        ("NM", "-0.5", "-0.5 mmol/L", "number"),
        ("NM", "1.234", "1.234 mmol/L", "number"),
        ("NM", "6.8000001907348633", "6.8000001907348633 mmol/L", "number"),
        ("NM", "1.2E+2", "1.2E+2 mmol/L", "number"),
        ("NM", "<5", "<5 mmol/L", "interval"),
        ("NM", "5,3", "5,3 mmol/L", "number"),
        ("NM", "1,234", "1,234", "text"),
        ("NM", "see below", "see below", "text"),
        ("NM", "5~6", "5\n6", "text"),
        ("SN", ">^100", ">100 mmol/L", "interval"),
        ("SN", "^100", "100 mmol/L", "number"),
        ("SN", "=^100", "100 mmol/L", "number"),
        ("SN", "^1^:^320", "1 : 320", "ratio"),
        ("SN", "^2^-^5", "2 – 5 mmol/L", "range"),
        ("SN", "^2^+", "2+", "text"),
        ("SN", "<>^3", "<>3", "text"),
        ("ST", "POSITIVE", "POSITIVE", "text"),
        ("ST", "1+", "1+", "text"),
        ("ST", "5.3", "5.3 mmol/L", "number"),
        ("ST", "A & B ^ C", "A & B ^ C", "text"),
        ("TX", "one~two", "one\ntwo", "text"),
        ("FT", r"one\.br\two \T\ three", "one\ntwo & three", "text"),
        ("CE", "260385009^Negative^SCT", "Negative", "code"),
        ("CWE", "112283007^Escherichia coli^SCT^EC^^L^^^E. coli", "E. coli", "code"),
        ("CE", "^growth", "growth", "text"),
        ("CE", "A^Alpha^L~B^Beta^L", "Alpha\nBeta", "code"),
        ("DT", "20261120", "20261120", "text"),
        ("TM", "0810", "0810", "text"),
        ("ZZ", "words", "words", "text"),
        ("", "words", "words", "text"),
        ("NM", "", "", "absent"),
        ("NM", '""', "", "absent"),
    ],
)
def test_a_value_is_read_by_its_type_and_shown_as_sent(kind, field, shown, as_what):
    found = value(kind, field)

    assert (found.text, found.kind.value) == (shown, as_what)


def test_a_value_that_was_deleted_is_told_from_one_that_was_not_sent():
    assert value("NM", '""').reason == "The source deleted the value."
    assert value("NM", "").reason == "The source sent no value."


def test_a_type_nobody_reads_is_kept_as_words_and_said():
    assert "its type “ZZ” is not read; its words are kept" in result("OBX|1|ZZ|K||x||||||F").doubts


@pytest.mark.parametrize(
    ("letter", "status"),
    [("F", "final"), ("C", "corrected"), ("P", "preliminary"), ("X", "cancelled"),
     ("D", "entered-in-error"), ("W", "entered-in-error"), ("I", "registered"),
     ("R", "preliminary"), ("S", "preliminary"), ("U", "final"), ("N", "cancelled"),
     ("A", "amended"), ("?", "?")],
)  # fmt: skip
def test_each_letter_of_the_status_has_its_word(letter, status):
    assert result(f"OBX|1|NM|K||5||||||{letter}").status == status


def test_without_a_status_of_its_own_a_result_has_its_orders():
    assert result("OBX|1|NM|K||5||||||").status == "final"
    assert results("OBX|1|NM|K||5||||||", obr=OBR.format(""))[0].status == ""


def test_flags_ranges_units_and_notes_are_word_for_word():
    (found,) = results(
        "OBX|1|NM|K^Potassium||5|mmol/L^millimole^UCUM|3,5 - 5,1 (adults)|HH~A|||F",
        "NTE|1|L|Repeated.~Phoned.",
        "NTE|2|L|Twice.",
    )

    written = result_resource(found, "p")
    assert [one["text"] for one in written["interpretation"]] == ["HH", "A"]
    assert written["referenceRange"] == [{"text": "3,5 - 5,1 (adults)"}]
    assert written["valueQuantity"]["unit"] == "mmol/L"
    assert [one["text"] for one in written["note"]] == ["Repeated.\nPhoned.", "Twice."]


def test_a_coded_flag_keeps_its_code_and_its_words():
    (flag,) = result("OBX|1|NM|K||5|||H^High^HL70078|||F").flags

    assert flag["coding"][0]["code"] == "H"
    assert flag["text"] == "High"


def test_a_result_has_its_time_specimen_method_and_laboratory():
    obx = "OBX|1|NM|K^K^L||5||||||F|||20261120075500+0200|LAB^Central||ISE^Electrode||||||North Lab"
    found = result(obx)

    assert found.effective == "2026-11-20T07:55:00+02:00"
    assert found.issued == "2026-11-20T09:00:00+01:00"
    assert found.specimen.name == "Serum"
    assert (found.method, found.performer) == ("Electrode", "North Lab")


def test_the_time_of_the_order_counts_where_a_result_has_none_and_a_broken_one_is_said():
    assert result("OBX|1|NM|K||5||||||F").effective == "2026-11-20T08:00:00+01:00"
    broken = result("OBX|1|NM|K||5||||||F|||2026-11-20")
    assert broken.effective == ""
    assert "OBX-14 “2026-11-20” is no time" in broken.doubts


def test_a_specimen_segment_says_what_state_the_sample_is_in():
    spm = (
        "SPM|1|||119297000^Blood^SCT|||||||||||||20261120075500||||NO~HEM^Hemolyzed|||HEM^Hemolyzed"
    )
    (found, *_rest) = results("OBX|1|NM|K||5||||||F", spm)

    assert found.specimen.name == "Blood"
    assert "Hemolyzed" in found.specimen.conditions


def test_the_record_number_is_the_one_of_its_type_among_many():
    (found,) = results(
        "OBX|1|NM|K||5||||||F",
        pid="PID|1||99^^^STATE^NI~7^^^NORTH&1.2&ISO^MR||Doe^Jane^Q||195803|M",
    )

    person = found.person
    assert (person.number, person.authority) == ("7", "NORTH")
    assert (person.family, person.given, person.birth_date) == ("Doe", "Jane Q", "1958-03")
    assert person.sex == "male"


@pytest.mark.parametrize(
    ("pid", "reason"),
    [
        ("PID|1||||Doe^Jane", "no patient id in PID-3"),
        ("PID|1||1^^^A^XX~2^^^B^YY", "no patient id in PID-3"),
        ("PV1|1", "there is no PID"),
        (f"PID|1||{'x' * 200}", "can't be used"),
    ],
)
def test_a_result_of_nobody_is_refused(pid, reason):
    (refused,) = results("OBX|1|NM|K||5||||||F", pid=pid)

    assert isinstance(refused, NotTaken)
    assert reason in refused.reason
    assert refused.where == "message 1, OBX 1"


@pytest.mark.parametrize(
    ("obx", "reason"),
    [
        ("OBX|1|ED|PDF||^application^pdf^Base64^JVBERi0x||||||F", "is a document"),
        ("OBX|1|RP|X||pointer||||||F", "is a document"),
        ("OBX|1|NM|||5||||||F", "it names no test"),
        ("OBX|1|NM|K||||||||U", "makes an earlier result final"),
    ],
)
def test_what_can_not_be_a_result_says_why_and_costs_nothing_else(obx, reason):
    refused, good = results(obx, "OBX|2|NM|K||5||||||F")

    assert reason in refused.reason
    assert isinstance(good, SentResult)


def test_a_correction_is_the_same_result_and_sub_ids_and_orders_are_others():
    first = result("OBX|1|NM|K^Potassium^L|1|5||||||F")

    assert result("OBX|9|NM|K^Kalium^L|1|6||||||C|||20261121").fhir_id == first.fhir_id
    assert result("OBX|1|NM|K^Potassium^L|2|5||||||F").fhir_id != first.fhir_id
    other = results("OBX|1|NM|K^Potassium^L|1|5||||||F", obr=FINAL.replace("F-1", "F-2"))
    assert other[0].fhir_id != first.fhir_id


def test_the_same_test_twice_in_one_order_is_two_results():
    first, second = results("OBX|1|ST|ORG||E. coli||||||F", "OBX|2|ST|ORG||S. aureus||||||F")

    assert first.fhir_id != second.fhir_id


def test_an_order_is_a_report_that_lists_its_results():
    *found, report = sent(PID, OBR.format("C"), "NTE|1||Seen.", "OBX|1|NM|K||5||||||F").sent

    written = report_resource(report, "p")
    assert written["status"] == "corrected"
    assert written["conclusion"] == "Seen."
    assert written["result"] == [{"reference": f"Observation/{found[0].fhir_id}"}]
    assert report.where == "message 1, OBR 1"


def test_two_patients_of_one_message_keep_their_own_results():
    found = results(
        "OBX|1|NM|K||5||||||F", "PID|2||8^^^NORTH^MR", "OBR|1||F-2", "OBX|1|NM|K||6||||||F"
    )

    assert [one.person.number for one in found] == ["7", "8"]


def test_results_after_the_next_person_and_before_an_order_are_the_next_persons():
    found = results("OBX|1|NM|K||5||||||F", "PID|2||8^^^NORTH^MR", "OBX|1|NM|K||6||||||F")

    assert [one.person.number for one in found] == ["7", "8"]


def test_the_text_as_received_goes_with_each_result():
    (found,) = results("OBX|1|NM|K||5||||||F", "NTE|1||x")

    assert found.raw.split("\n") == [
        HEADER,
        PID,
        FINAL,
        "OBX|1|NM|K||5||||||F",
        "NTE|1||x",
    ]


@pytest.mark.parametrize(
    ("sender", "meta"),
    [
        ("LAB|NORTH", {"source": "urn:medreview:sender:LAB:NORTH"}),
        ("LAB^1.2^ISO|", {"source": "urn:medreview:sender:LAB%5E1.2%5EISO:"}),
        ("|", {}),
    ],
)
def test_a_resource_says_when_and_by_whom_its_message_was_made(sender, meta):
    found = sent(PID, FINAL, "OBX|1|NM|K||5||||||F", header=HEADER.replace("LAB|NORTH", sender))
    measured, report = found.sent

    expected = {"lastUpdated": "2026-11-20T08:15:00+01:00", **meta}
    assert result_resource(measured, "p")["meta"] == expected
    assert report_resource(report, "p")["meta"] == expected
    assert patient_resource(measured.person, measured.written)["meta"] == expected
    assert found.notes == ()


@pytest.mark.parametrize("when", ["", "20261120", "soon", "20990101080000"])
def test_a_message_that_can_not_say_when_it_was_made_is_told(when):
    undated = HEADER.replace("20261120081500", when)
    found = sent(PID, FINAL, "OBX|1|NM|K||5||||||F", header=undated)

    assert "meta" not in result_resource(found.sent[0], "p")
    assert found.notes == (
        "one message does not say when it was made (MSH-7): what is imported last counts",
    )


def test_another_kind_of_message_is_one_sentence_and_costs_only_itself():
    adt = HEADER.replace("ORU^R01^ORU_R01", "ADT^A01")
    found = sent(PID, FINAL, "OBX|1|NM|K||5||||||F", adt, PID).sent

    assert found[-1].reason == "it is ADT^A01, no message of results (ORU^R01)"
    assert found[-1].where == "message 2"
    assert isinstance(found[0], SentResult)


def test_segments_nobody_reads_are_counted():
    assert sent(PID, "PV1|1", "ZAB|x", "ZAB|y", OBR, "OBX|1|NM|K||5||||||F").notes == (
        "segments that are not used: PV1 (1), ZAB (2)",
    )


def test_a_message_without_results_says_so():
    (refused,) = sent(PID, OBR).sent

    assert refused.reason == "it holds no result (OBX)"


@pytest.mark.parametrize(
    ("envelope", "gap"),
    [
        ("FHS|^~\\&\r{}", "and no trailer"),
        ("BHS|^~\\&\r{}BTS|3\r", "holds 1 of the 3 messages its trailer counts"),
    ],
)
def test_an_envelope_that_does_not_close_is_a_gap(envelope, gap):
    inside = "\r".join([HEADER, PID, OBR, "OBX|1|NM|K||5||||||F"]) + "\r"

    found = sent_of_messages("x.hl7", envelope.format(inside).encode(), ZoneInfo("UTC"))

    assert gap in found.gaps[0]


def test_a_result_within_which_the_file_ends_is_not_believed():
    whole = "\r".join([HEADER, PID, FINAL, "OBX|1|NM|K||12.5||||||F", "OBX|2|NM|Na||14"])

    first, last, _report = sent_of_messages("x.hl7", whole.encode(), ZoneInfo("UTC")).sent

    assert isinstance(first, SentResult)
    assert last.reason == "the file ends in the middle of it"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"FHS|^~\\&\rFTS|0\r", "holds no HL7 message"),
        (b"MSH|^~\rPID|1\r", "does not name the signs"),
        (b"\x0bMSH|^~\\&|LAB\rPID|1\r", "its frame never ends"),
    ],
)
def test_a_file_without_any_message_is_one_sentence(data, sentence):
    with pytest.raises(Unreadable, match=sentence):
        sent_of_messages("x.hl7", data, ZoneInfo("UTC"))


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs"]), min_size=1, max_size=30)
ESCAPES = {"|": "\\F\\", "^": "\\S\\", "&": "\\T\\", "~": "\\R\\", "\\": "\\E\\"}


@given(TEXT.filter(lambda text: text.isprintable() and text != '""'))
def test_any_text_comes_out_as_it_went_in(text):
    escaped = "".join(ESCAPES.get(letter, letter) for letter in text)

    assert value("ST", escaped, unit="").text == text


@given(st.binary(max_size=200), st.binary(max_size=60))
def test_any_bytes_are_results_refusals_or_one_sentence(inside, field):
    whole = [HEADER.encode(), PID.encode(), OBR.encode(), b"OBX|1|ST|K||" + field, inside]

    for data in (b"\r".join(whole), inside, b"MSH|^~\\&|" + inside):
        try:
            found = sent_of_messages("x.hl7", data, ZoneInfo("UTC")).sent
        except Unreadable:
            continue
        for one in found:
            if isinstance(one, SentResult):
                read_value(result_resource(one, "p"))
