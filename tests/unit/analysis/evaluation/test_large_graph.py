"""The graph that lookups are measured in is as large as asked for, and every name still leads."""

from collections import Counter
from functools import cache

from analysis.evaluation.large_graph import graph_of
from graphcurate import snapshot
from graphcurate.lookup import Lookup


@cache
def graph():
    return graph_of(6_000)


def test_it_has_so_many_relations_of_biomarkers_and_every_key_once():
    relations = [entry for entry in graph().relations if entry.biomarker]

    assert len(relations) == 6_000
    assert len({entry.id for entry in graph().relations}) == len(graph().relations)
    assert len({entry.key for entry in graph().biomarkers}) == len(graph().biomarkers)


def test_no_code_belongs_to_two_biomarkers():
    codes = Counter(code.code for entry in graph().biomarkers for code in entry.loinc)

    assert codes.most_common(1)[0][1] == 1


def test_a_copy_is_found_by_its_own_name_in_every_language():
    lookup = Lookup(snapshot.build(graph(), release="measured", origin="starter"))
    copy = lookup.snapshot.biomarkers["potassium_1"]

    found = {lookup.find(name=name).biomarker for name in copy.names.values()}

    assert found == {"potassium_1"}
