"""Whose words a text is in, which it says in its notice."""

from collections.abc import Iterable

from analysis.pipeline.contracts import Section, StatementList, WordedBy


def worded_by(statements: StatementList, sections: Iterable[Section]) -> WordedBy:
    """The model may have worded only what does not stand in this text."""
    whole = statements.wording.by
    if whole is not WordedBy.MODEL or statements.order:
        return whole
    said = (one for section in sections for one in section.statements)
    return WordedBy.MODEL if any(one.worded_by is whole for one in said) else WordedBy.RULE
