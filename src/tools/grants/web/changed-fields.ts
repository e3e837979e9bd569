import { costFields, purposeFields } from '../contract/fields.ts';
import type { ApplicationValues } from './application-values.ts';

type Typed = Omit<ApplicationValues, 'totalAmount'>;

/** What a form calls its fields, in its order. */
const labels = {
  department: 'Department',
  titleOfProfessionalMeeting: 'Title',
  startDateOfProposedActivity: 'Start date',
  endDateOfProposedActivity: 'End date',
  conferenceLink: 'Conference link',
  ...(Object.fromEntries(purposeFields.map(({ name, label }) => [name, label])) as Record<
    (typeof purposeFields)[number]['name'],
    string
  >),
  briefNarrativeOfProposedActivities: 'Brief narrative',
  ...(Object.fromEntries(costFields.map(({ name, label }) => [name, label])) as Record<
    (typeof costFields)[number]['name'],
    string
  >),
  amountOfAboveExpensesPaidFromOtherSources: 'Paid from other sources',
  currentYearReceivedFunding: 'Funding received in the current year',
} satisfies Record<keyof Typed, string>;

const names = Object.keys(labels) as (keyof Typed)[];

/** The fields that differ, with what they are now. A field that is left out has not been changed. */
export function changesBetween(before: Typed, after: Partial<Typed>): Partial<Typed> {
  const changed = names.filter((name) => after[name] !== undefined && after[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** `Housing, Meals`; an empty text where nothing was changed. */
export function sayFields(changes: Partial<Typed>): string {
  return names
    .filter((name) => name in changes)
    .map((name) => labels[name])
    .join(', ');
}
