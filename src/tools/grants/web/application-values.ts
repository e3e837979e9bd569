import { amountOf } from '../../../platform/ui/money.ts';
import type { Draft } from '../contract/draft-shapes.ts';
import {
  type AmountField,
  amountFields,
  ofEach,
  type PurposeField,
  purposeNames,
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

export function newValues({ department }: Pick<ApplicationForm, 'department'>): ApplicationValues {
  return {
    ...ofEach(texts, () => ''),
    ...ofEach(amountFields, () => ''),
    ...ofEach(purposeNames, () => false),
    department,
    totalAmount: '',
  };
}

export function valuesOf(application: Application): ApplicationValues {
  return {
    ...ofEach(texts, (name) => application[name]),
    ...ofEach(amountFields, (name) => String(application[name])),
    ...ofEach(purposeNames, (name) => application[name]),
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
    ...ofEach(texts, (name) => values[name]),
    ...ofEach(amountFields, (name) => amountOf(values[name]) ?? values[name]),
    ...ofEach(purposeNames, (name) => values[name]),
  };
}

/** The sum of what is typed so far, in dollars; what is not an amount counts as zero. */
export function totalOf(values: ApplicationValues): number {
  return totalCentsOf(ofEach(amountFields, (name) => amountOf(values[name]) ?? 0)) / 100;
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
