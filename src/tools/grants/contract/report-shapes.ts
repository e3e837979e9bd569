import { z } from 'zod';
import { id, longText } from '../../../platform/contract/fields.ts';
import { draftVersion } from './draft-shapes.ts';
import { amount } from './field-shapes.ts';
import { ofEach, spentFields, totalBelowZero, totalCentsOf } from './fields.ts';

/** `Open`: nothing has been submitted yet. */
export const reportStates = ['Open', 'Submitted', 'Returned', 'Accepted'] as const;
export type ReportState = (typeof reportStates)[number];

export const newReport = z
  .object({
    ...ofEach(spentFields, () => amount),
    text: longText.min(1, 'Describe what came of it.'),
    /** A form with files sends text. */
    version: z.coerce.number().int().optional(),
    draftVersion,
  })
  .superRefine((report, context) => {
    if (totalCentsOf(report) < 0)
      context.addIssue({ code: 'custom', path: ['totalAmount'], message: totalBelowZero });
  });
export type NewReport = z.output<typeof newReport>;

export const reportDecision = z.object({
  state: z.enum(['Accepted', 'Returned']),
  /** What is missing, for a returned report. */
  comment: longText.optional(),
  version: z.int().optional(),
});

const money = z.number();

export const finalReport = z.object({
  state: z.enum(reportStates),
  /** The activity is over. */
  isDue: z.boolean(),
  dueOn: z.iso.date(),
  text: z.string(),
  /** `null` before it was submitted. */
  actual: z.object({ ...ofEach(spentFields, () => money), totalAmount: money }).nullable(),
  submittedAt: z.iso.datetime().nullable(),
});
export type FinalReport = z.output<typeof finalReport>;

/** For an activity that is over, and not submitted yet. */
export const openReport = z.object({ _id: id, title: z.string(), dueOn: z.iso.date() });
export type OpenReport = z.output<typeof openReport>;
