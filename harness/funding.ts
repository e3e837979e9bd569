/** Days from today, as a date input takes them. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The body of an application that can be submitted. */
export const anyApplication = {
  department: 'Biology',
  startDateOfProposedActivity: inDays(30),
  endDateOfProposedActivity: inDays(33),
  conferenceOrWorkshopAttendance: true,
  titleOfProfessionalMeeting: 'Meeting on desert plants',
  conferenceLink: 'none',
  briefNarrativeOfProposedActivities: 'I will present our data on sagebrush.',
  currentYearReceivedFunding: 0,
  publicTransportationCosts: 400,
  collegeMotorPoolCost: 0,
  localTransportationCosts: 35.5,
  personalCarMileage: 0,
  housingCosts: 360,
  registrationFee: 150,
  mealCosts: 138,
  miscCosts: 0,
  amountOfAboveExpensesPaidFromOtherSources: 100,
};
