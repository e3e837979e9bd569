import { amountOf } from '../../../platform/ui/money.ts';
import type { TypedValues } from '../contract/draft-shapes.ts';
import { costFields, ofEach, type SpentField, spentFields, totalCentsOf } from '../contract/fields.ts';
import type { ApplicationDetails } from '../contract/shapes.ts';

/** What a final report adds up, in the order of the application. */
export const spentLabels: readonly { name: SpentField; label: string }[] = [
  ...costFields,
  { name: 'amountOfAboveExpensesPaidFromOtherSources', label: 'Paid from other sources' },
];

/** A final report as typed. `totalAmount` is only there to hold the error about the sum. */
export type ReportValues = Record<SpentField | 'text' | 'totalAmount', string> & { receipts: File[] };

/**
 * What was reported before, with what was typed since; at first, only amounts for which no money was requested are
 * filled in, as zero.
 */
export function reportValuesOf(
  { report, ...application }: ApplicationDetails,
  typed: TypedValues = {},
): ReportValues {
  const actual = report?.actual ?? null;
  return {
    ...ofEach(spentFields, (name) => {
      if (actual !== null) return typed[name] ?? String(actual[name]);
      return typed[name] ?? (application[name] === 0 ? '0' : '');
    }),
    text: typed.text ?? report?.text ?? '',
    totalAmount: '',
    receipts: [],
  };
}

/** What a draft keeps: files have to be chosen again. */
export function typedReportOf({ text, ...values }: ReportValues): TypedValues {
  return { ...ofEach(spentFields, (name) => values[name]), text };
}

/** What is not an amount is sent as typed, so that the check says what is wrong with it. */
export function toReportBody(values: ReportValues) {
  return {
    ...ofEach(spentFields, (name) => String(amountOf(values[name]) ?? values[name])),
    text: values.text,
  };
}

/** The sum of what is typed so far, in dollars; what is not an amount counts as zero. */
export function reportTotalOf(values: ReportValues): number {
  return totalCentsOf(ofEach(spentFields, (name) => amountOf(values[name]) ?? 0)) / 100;
}
