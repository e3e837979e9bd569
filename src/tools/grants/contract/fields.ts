/** What is added up. */
export const costFields = [
  { name: 'publicTransportationCosts', label: 'Public transportation' },
  { name: 'collegeMotorPoolCost', label: 'College motor pool' },
  { name: 'localTransportationCosts', label: 'Local transportation' },
  { name: 'personalCarMileage', label: 'Personal car mileage' },
  { name: 'housingCosts', label: 'Housing' },
  { name: 'mealCosts', label: 'Meals' },
  { name: 'registrationFee', label: 'Registration fee' },
  { name: 'miscCosts', label: 'Miscellaneous' },
] as const;

/** What a total is made of. */
export const spentFields = [
  ...costFields.map(({ name }) => name),
  'amountOfAboveExpensesPaidFromOtherSources',
] as const;
export type SpentField = (typeof spentFields)[number];

export const amountFields = [...spentFields, 'currentYearReceivedFunding'] as const;
export type AmountField = (typeof amountFields)[number];

/** A value for each of these fields. */
export function ofEach<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/** What the money is for. */
export const purposeFields = [
  { name: 'conferenceOrWorkshopAttendance', label: 'Conference or workshop attendance' },
  { name: 'researchProject', label: 'Research project' },
  { name: 'researchMaterials', label: 'Research materials' },
  { name: 'nonRoyaltyPublicationFees', label: 'Non-royalty publication fees' },
  { name: 'eventProjectFitsNEH', label: 'The event or project fits NEH' },
] as const;

export const purposeNames = purposeFields.map(({ name }) => name);
export type PurposeField = (typeof purposeNames)[number];

export const startTooLate = 'Start Date of Activity Cannot be after end date.';
export const endTooEarly = 'End Date of Activity Cannot be before the start date.';
export const totalBelowZero = 'Total Amount cannot be less than zero. Please check your data.';

type Amounts = Readonly<Record<SpentField, number>>;

/** Costs minus what others pay, in cents: whole numbers add up exactly. @param amounts Dollars */
export function totalCentsOf(amounts: Amounts): number {
  const cents = (name: keyof Amounts) => Math.round(amounts[name] * 100);
  return (
    costFields.reduce((sum, { name }) => sum + cents(name), 0) -
    cents('amountOfAboveExpensesPaidFromOtherSources')
  );
}

interface Days {
  startDateOfProposedActivity: string;
  endDateOfProposedActivity: string;
}

/** Whether both days are there and the first is not before the second: equal days are refused, too. */
export function isTurnedAround({ startDateOfProposedActivity, endDateOfProposedActivity }: Days): boolean {
  const isWritten = startDateOfProposedActivity !== '' && endDateOfProposedActivity !== '';
  return isWritten && startDateOfProposedActivity >= endDateOfProposedActivity;
}

/** What is wrong with an application as a whole, by its fields. */
export function faultsOf(application: Days & Amounts): Record<string, string> {
  return {
    ...(isTurnedAround(application)
      ? { startDateOfProposedActivity: startTooLate, endDateOfProposedActivity: endTooEarly }
      : {}),
    ...(totalCentsOf(application) < 0 ? { totalAmount: totalBelowZero } : {}),
  };
}
