"""Analyses that an import starts, where the hospital wants that."""

from django.db import transaction

from analysis.pipeline.models import Analysis, ImportAnalysis
from analysis.pipeline.services import request_analysis
from medreview.accounts.queries import settings_of
from medreview.fhir.models import Import
from medreview.fhir.queries import patients_with_new_results
from medreview.patients.models import Patient


def analyse_imported(import_id: str) -> list[Analysis]:
    """An analysis for every patient to whom the import brought a new or changed result.

    Files that bring no result start nothing, however much else they bring. A second delivery
    finds what the first one started.
    """
    made = Import.objects.select_related("hospital").filter(pk=import_id).first()
    if made is None or not settings_of(made.hospital).analyse_on_import:
        return []
    return [_analysis_of(made, patient) for patient in patients_with_new_results(made)]


@transaction.atomic
def _analysis_of(made: Import, patient: Patient) -> Analysis:
    # One transaction for each patient: nobody waits for the whole of a large file.
    patient = Patient.objects.select_for_update(no_key=True, of=("self",)).get(pk=patient.pk)
    started = (
        ImportAnalysis.objects.filter(source_import=made, patient=patient)
        .select_related("analysis")
        .first()
    )
    if started is not None:
        return started.analysis
    analysis = request_analysis(patient=patient, by=None)
    ImportAnalysis.objects.create(source_import=made, patient=patient, analysis=analysis)
    return analysis
