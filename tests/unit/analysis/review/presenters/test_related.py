"""How the missing things of one finding are laid out."""

from analysis.review.presenters.related import Row, _group, _missing_group


def _row(name: str, *, contrary: str = "") -> Row:
    return Row(
        kind="parameter",
        name=name,
        record="Not found",
        recorded="",
        detail=(),
        why="",
        evidence_id=name,
        evidence_token=name,
        evidence_url="",
        evidence_label="",
        source="",
        not_material=contrary,
    )


def test_what_acts_the_other_way_is_folded_away_and_counted_in_the_same_line() -> None:
    other_way = _row("Magnesium", contrary="The graph relates it to low values only.")
    tests, others = [_row("Creatinine"), other_way], [_row("Addison disease")]

    group = _missing_group(tests, others)

    assert [row.name for row in group.rows] == ["Creatinine"]
    assert [row.name for row in group.folded] == ["Addison disease", "Magnesium"]
    assert group.count == 3
    assert group.fold_label == (
        "1 condition or medicine not recorded, 1 thing that acts the other way"
    )


def test_without_a_contrary_thing_the_line_names_conditions_and_medicines_alone() -> None:
    group = _missing_group([], [_row("Addison disease"), _row("Vomiting")])

    assert group.fold_label == "2 conditions and medicines not recorded"


def test_more_rows_than_a_page_holds_are_folded_to_twenty_and_counted() -> None:
    group = _group("found", [_row(f"Test {number}") for number in range(83)])

    assert len(group.rows) == 20
    assert group.fold_label == "Show 63 more"
    assert group.count == 83


def test_as_many_rows_as_a_page_holds_are_all_shown() -> None:
    group = _group("found", [_row(f"Test {number}") for number in range(50)])

    assert (len(group.rows), group.folded) == (50, ())
