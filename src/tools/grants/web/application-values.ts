import { amountOf } from '../../../platform/ui/money.ts';
import type { Draft } from '../contract/draft-shapes.ts';
import {
  type AmountField,
  costFields,
  type PurposeField,
  purposeFields,
  totalCentsOf,
} from '../contract/fields.ts';
import type { Application, ApplicationForm } from '../contract/shapes.ts';

type TextField =
  | 'department'
  | 'titleOfProfessionalMeeting'
  | 'conferenceLink'
  | 'briefNarrativeOfProposedActivities'
  | 'startDateOfProposedActivity'
  | 'endDateOfProposedActivity';

/** An application as typed. `totalAmount` is only there to hold the error about the sum. */
export type ApplicationValues = Record<TextField | AmountField | 'totalAmount', string> &
  Record<PurposeField, boolean>;

const texts: readonly TextField[] = [
  'department',
  'titleOfProfessionalMeeting',
  'conferenceLink',
  'briefNarrativeOfProposedActivities',
  'startDateOfProposedActivity',
  'endDateOfProposedActivity',
];

const amountFields: readonly AmountField[] = [
  ...costFields.map(({ name }) => name),
  'amountOfAboveExpensesPaidFromOtherSources',
  'currentYearReceivedFunding',
];

function fill<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

const purposes = purposeFields.map(({ name }) => name);

export function newValues({ department }: Pick<ApplicationForm, 'department'>): ApplicationValues {
  return {
    ...fill(texts, () => ''),
    ...fill(amountFields, () => ''),
    ...fill(purposes, () => false),
    department,
    totalAmount: '',
  };
}

export function valuesOf(application: Application): ApplicationValues {
  return {
    ...fill(texts, (name) => application[name]),
    ...fill(amountFields, (name) => String(application[name])),
    ...fill(purposes, (name) => application[name]),
    totalAmount: '',
  };
}

/** What was typed before, over what the form starts with. */
export function withTyped(values: ApplicationValues, typed: Draft['values'] = {}): ApplicationValues {
  const known = Object.entries(typed).filter(
    ([name, value]) => typeof values[name as keyof ApplicationValues] === typeof value,
  );
  return { ...values, ...Object.fromEntries(known) };
}

/** What is not an amount is sent as typed, so that the check says what is wrong with it. */
export function toBody(values: ApplicationValues) {
  return {
    ...fill(texts, (name) => values[name]),
    ...fill(amountFields, (name) => amountOf(values[name]) ?? values[name]),
    ...fill(purposes, (name) => values[name]),
  };
}

/** The sum of what is typed so far, in dollars; what is not an amount counts as zero. */
export function totalOf(values: ApplicationValues): number {
  return totalCentsOf(fill(amountFields, (name) => amountOf(values[name]) ?? 0)) / 100;
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
