"""What lists of patients say beside each name, as the pages know it."""

from analysis.pipeline.patient_lists import PatientFacts as PatientFacts
from analysis.pipeline.patient_lists import PatientFilter as PatientFilter
from analysis.pipeline.patient_lists import counts_of as counts_of
from analysis.pipeline.patient_lists import facts_of as facts_of
from analysis.pipeline.patient_lists import narrowed as narrowed
