"""A record with things that code can't tell, and a helper that needs no database."""

from dataclasses import dataclass, field, replace
from typing import Any

from analysis.evaluation.cases import Case
from analysis.pipeline.contracts import FoundItem, GenerationReadyPackage
from analysis.pipeline.retriever.stage import Retriever
from medreview.accounts.hospital_settings import ModelRules
from medreview.llm.contracts import Message, Role
from medreview.llm.errors import ModelFailed
from medreview.runtime.context import shown
from medreview.runtime.contracts import Task
from medreview.runtime.desk import Surroundings, desk_within
from medreview.runtime.errors import ModelWorkEnded
from medreview.runtime.loop import work
from medreview.runtime.skills.contracts import Brief, Made, Skill
from medreview.runtime.skills.read import filled
from medreview.runtime.tools import allow_list
from tests.factories.scripted_model import SCOPE, ListJournal, Said, ScriptedGateway, calls
from tests.factories.stages import analysed, case_of, lab, medicine, package_of

CREATININE = "Observation/l2"
KIDNEY = "Condition/c9"
DIURETIC = "MedicationStatement/m1"
POTASSIUM = "Observation/l1"
NOTE = "Blood taken above a running drip. Patient is on Kalinor-Brause."


def left_over_case(**changed: Any) -> Case:
    """A high potassium whose creatinine, kidneys, diuretic and drip are only there in words."""
    sent: dict[str, Any] = {
        "conditions": [free_condition("Chr. renal insuff. G4")],
        "medications": [medicine("Aldactone-Saltucin forte")],
        **changed,
    }
    note = sent.pop("note", NOTE)
    return case_of(lab(note=note), free_lab("Kreat. i.S."), **sent)


def free_lab(name: str, **changed: Any) -> dict[str, Any]:
    """A result without a code, under a name nobody knows."""
    said = {"value": 2.1, "unit": "mg/dL", "ref_low": 0.5, "ref_high": 1.1, "name": name}
    return lab("l2", None, **{**said, **changed})


def free_condition(name: str, **changed: Any) -> dict[str, Any]:
    """An active condition without a code."""
    sent = {"id": "c9", "name": name, "clinical": "active", "verification": "confirmed"}
    return {**sent, **changed}


def claim(item: str, resource: str, quote: str) -> dict[str, Any]:
    """One claim, as a model writes it."""
    return {"item": item, "resource": resource, "quote": quote, "why": "It is the same."}


TRUE_CLAIMS = (
    claim("parameter:creatinine", CREATININE, "Kreat. i.S."),
    claim("condition:ckd", KIDNEY, "Chr. renal insuff."),
    claim("medication:spironolactone", DIURETIC, "Aldactone-Saltucin"),
    claim("medication:kcl", POTASSIUM, "Kalinor-Brause"),
    claim("preanalytical:iv_contam", POTASSIUM, "Blood taken above a running drip"),
)


def submits(*claims: dict[str, Any], tool: str = "submit_generation_ready_package") -> Said:
    """A reply that hands in these claims."""
    return calls((tool, {"claims": list(claims)}))


def runs(code: str) -> Said:
    """A reply that runs a snippet."""
    return calls(("execute_code", {"code": code}))


@dataclass
class Helping:
    """Asks a scripted model by the real loop, and keeps what was asked and what happened."""

    script: tuple[Said, ...]
    rules: ModelRules = field(default_factory=ModelRules)
    journal: ListJournal = field(default_factory=ListJournal)
    used: list[Made] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.gateway = ScriptedGateway(self.script)

    def use(self, skill: Skill, brief: Brief) -> Made:
        around = Surroundings(gateway=self.gateway, journal=self.journal, scope=SCOPE)
        context = shown(brief.blocks, most_tokens=skill.manifest.caps.context_tokens)
        task = Task(
            stage=brief.stage,
            purpose=skill.name,
            opening=(
                Message(role=Role.SYSTEM, text=filled(skill, brief.variables)),
                Message(role=Role.USER, text=context.text),
            ),
            tools=allow_list(skill.manifest.tools, brief.tools),
            output=skill.output,
            stop=skill.manifest.stop,
            nonce=brief.nonce,
        )
        try:
            made = Made(work(task, desk_within(skill.manifest.caps, around)), by_model=True)
        except (ModelWorkEnded, ModelFailed) as ended:
            reason = getattr(ended, "reason", type(ended).__name__)
            made = Made(skill.fallback(brief.given), by_model=False, reason=reason)
        self.used.append(made)
        return made

    @property
    def prompts(self) -> str:
        """Everything that was sent, in one text."""
        return "\n".join(
            message.as_text() for request in self.gateway.asked for message in request.messages
        )


def helped(
    *script: Said, case: Case | None = None, arm: str = "code_mode"
) -> tuple[GenerationReadyPackage, Helping]:
    """The retriever's package for a case, planned by code alone, with this model at hand."""
    helper = Helping(script, ModelRules.model_validate({"retriever_arm": arm}))
    planned = analysed(case or left_over_case())
    return Retriever().run(replace(planned, helper=helper)), helper


def unhelped(case: Case | None = None) -> GenerationReadyPackage:
    """The package that code makes alone."""
    return package_of(analysed(case or left_over_case()))


def by_model(package: GenerationReadyPackage) -> dict[str, FoundItem]:
    """What a model found, by the key of the item."""
    return {
        found.item.key or found.item.name: found
        for each in package.per_parameter
        for found in each.found.all()
        if found.matched_by == "model"
    }
