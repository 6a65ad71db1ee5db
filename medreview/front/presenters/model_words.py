"""Tokens, money, reasons and failures of work with a model, in words."""

from decimal import Decimal

from django.conf import settings
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from analysis.review.presenters.model_reasons import model_reason
from medreview.llm.budgets import Limit
from medreview.llm.costs import Cost
from medreview.llm.pricing import MICROS
from medreview.runtime.model_account import Took

Words = dict[str, str | Promise]

SMALL = Decimal("0.01")
"""Less money than this is said with two more digits, so that it doesn't look like none."""

OUTCOMES: dict[str, Words] = {
    "skill.ended": {
        "made": gettext_lazy("the model’s result was taken"),
        "fallback": gettext_lazy("the safe fallback stands in"),
    },
    "tool.answered": {
        "answered": gettext_lazy("answered"),
        "refused": gettext_lazy("could not do it, and said why"),
        "ended": gettext_lazy("took the result; the work is done"),
    },
}

REFUSALS: Words = {
    "unknown_tool": gettext_lazy("a tool that it doesn’t have"),
    "bad_arguments": gettext_lazy("arguments that don’t fit the tool"),
    "bad_calls": gettext_lazy("too many calls at once, or calls without ids of their own"),
    "bad_reply": gettext_lazy("a reply of another shape than was asked for"),
    "no_proposal": gettext_lazy("words without a result"),
}


def reason_said(code: str) -> str:
    """Why a model's part ended in the fallback, in the words every other page has for it."""
    return model_reason(code)


def failure_said(code: str) -> str:
    """Why no reply came that can be used, as the gateway's error says it."""
    return model_reason(f"model.{code}")


def number_said(number: int) -> str:
    """A count with its thousands apart, as the reader's language writes it."""
    return number_format(number, force_grouping=True)


def questions_said(count: int) -> str:
    """``3 questions``."""
    return ngettext("%(n)s question", "%(n)s questions", count) % {"n": number_said(count)}


def tokens_said(took: Took) -> str:
    """``1,204 in, 88 out``."""
    return _("%(read)s in, %(written)s out") % {
        "read": number_said(took.tokens_in),
        "written": number_said(took.tokens_out),
    }


def money_said(cost: Cost) -> str:
    """What it cost; a model without a price is never taken for free."""
    if cost.requests == 0:
        return _("nothing was sent")
    if not cost.is_known:
        return _("no price")
    known = amount_said(cost.micros)
    if not cost.unpriced:
        return known
    more = ngettext("%(n)s request has no price", "%(n)s requests have no price", cost.unpriced)
    return f"{known}, {more % {'n': number_said(cost.unpriced)}}"


def limit_said(limit: Limit) -> str:
    """``200,000 tokens, no limit of money``."""
    tokens = _("any number of tokens")
    if limit.tokens is not None:
        tokens = _("%(n)s tokens") % {"n": number_said(limit.tokens)}
    money = _("no limit of money") if limit.micros is None else amount_said(limit.micros)
    return f"{tokens}, {money}"


def amount_said(micros: int) -> str:
    """``0.0123 EUR``, in the currency of the price list."""
    amount = Decimal(micros) / MICROS
    digits = 6 if 0 < amount < SMALL else 4
    # number_format cuts digits off where it should round them.
    rounded = round(amount, digits)
    return f"{number_format(rounded, decimal_pos=digits)} {settings.LLM_PRICES.currency}"
