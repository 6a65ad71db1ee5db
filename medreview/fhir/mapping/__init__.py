"""From one FHIR resource to one item of the record, tolerant of every gap."""
