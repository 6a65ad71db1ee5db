"""The names of FHIR's resource types in R4, R4B and R5."""

_NAMES = """
    Account ActivityDefinition ActorDefinition AdministrableProductDefinition AdverseEvent
    AllergyIntolerance Appointment AppointmentResponse ArtifactAssessment AuditEvent Basic
    Binary BiologicallyDerivedProduct BiologicallyDerivedProductDispense BodySite
    BodyStructure Bundle CapabilityStatement CarePlan CareTeam CatalogEntry ChargeItem
    ChargeItemDefinition Citation Claim ClaimResponse ClinicalImpression
    ClinicalUseDefinition CodeSystem Communication CommunicationRequest
    CompartmentDefinition Composition ConceptMap Condition ConditionDefinition Consent
    Contract Coverage CoverageEligibilityRequest CoverageEligibilityResponse DetectedIssue
    Device DeviceAlert DeviceAssociation DeviceDefinition DeviceDispense DeviceMetric
    DeviceRequest DeviceUsage DeviceUseStatement DiagnosticReport DocumentManifest
    DocumentReference EffectEvidenceSynthesis Encounter EncounterHistory Endpoint
    EnrollmentRequest EnrollmentResponse EpisodeOfCare EventDefinition Evidence
    EvidenceReport EvidenceVariable ExampleScenario ExplanationOfBenefit
    FamilyMemberHistory Flag FormularyItem GenomicStudy Goal GraphDefinition Group
    GuidanceResponse HealthcareService ImagingSelection ImagingStudy Immunization
    ImmunizationEvaluation ImmunizationRecommendation ImplementationGuide Ingredient
    InsurancePlan InventoryItem InventoryReport Invoice Library Linkage List Location
    ManufacturedItemDefinition Measure MeasureReport Media Medication
    MedicationAdministration MedicationDispense MedicationKnowledge MedicationOrder
    MedicationRequest MedicationStatement MedicinalProduct MedicinalProductAuthorization
    MedicinalProductContraindication MedicinalProductDefinition
    MedicinalProductIndication MedicinalProductIngredient MedicinalProductInteraction
    MedicinalProductManufactured MedicinalProductPackaged MedicinalProductPharmaceutical
    MedicinalProductUndesirableEffect MessageDefinition MessageHeader MolecularSequence
    NamingSystem NutritionIntake NutritionOrder NutritionProduct Observation
    ObservationDefinition OperationDefinition OperationOutcome Organization
    OrganizationAffiliation PackagedProductDefinition Parameters Patient PaymentNotice
    PaymentReconciliation Permission Person PlanDefinition Practitioner PractitionerRole
    Procedure ProcedureRequest Provenance Questionnaire QuestionnaireResponse
    RegulatedAuthorization RelatedPerson ReferralRequest RequestGroup RequestOrchestration
    Requirements ResearchDefinition ResearchElementDefinition ResearchStudy
    ResearchSubject RiskAssessment RiskEvidenceSynthesis Schedule SearchParameter Sequence
    ServiceRequest Slot Specimen SpecimenDefinition StructureDefinition StructureMap
    Subscription SubscriptionStatus SubscriptionTopic Substance SubstanceAmount
    SubstanceDefinition SubstanceNucleicAcid SubstancePolymer SubstanceProtein
    SubstanceReferenceInformation SubstanceSourceMaterial SubstanceSpecification
    SupplyDelivery SupplyRequest Task TerminologyCapabilities TestPlan TestReport
    TestScript Transport ValueSet VerificationResult VisionPrescription
"""

RESOURCE_TYPES = frozenset(_NAMES.split())
