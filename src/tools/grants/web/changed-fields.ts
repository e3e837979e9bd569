import type { TypedValues } from '../contract/draft-shapes.ts';
import { costFields, purposeFields } from '../contract/fields.ts';

/** The fields of a form that were changed elsewhere. */
export type Changes = { [Name in keyof TypedValues]?: NonNullable<TypedValues[Name]> };

function labelsOf<Name extends string>(fields: readonly { name: Name; label: string }[]) {
  return Object.fromEntries(fields.map(({ name, label }) => [name, label])) as Record<Name, string>;
}

/** What a form calls its fields, in its order. */
const labels = {
  department: 'Department',
  titleOfProfessionalMeeting: 'Title',
  startDateOfProposedActivity: 'Start date',
  endDateOfProposedActivity: 'End date',
  conferenceLink: 'Conference link',
  ...labelsOf(purposeFields),
  briefNarrativeOfProposedActivities: 'Brief narrative',
  ...labelsOf(costFields),
  amountOfAboveExpensesPaidFromOtherSources: 'Paid from other sources',
  currentYearReceivedFunding: 'Funding received in the current year',
  text: 'Report text',
} satisfies Record<keyof TypedValues, string>;

const names = Object.keys(labels) as (keyof TypedValues)[];

/** The fields that differ, with what they are now. A field that is left out has not been changed. */
export function changesBetween(before: TypedValues, after: TypedValues): Changes {
  const changed = names.filter((name) => after[name] !== undefined && after[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** `Housing, Meals`; an empty text if nothing was changed. */
export function sayFields(changes: Changes): string {
  return names
    .filter((name) => name in changes)
    .map((name) => labels[name])
    .join(', ');
}
