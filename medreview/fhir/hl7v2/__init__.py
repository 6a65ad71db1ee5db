"""HL7 v2 result messages (ORU^R01): files of them into results."""
