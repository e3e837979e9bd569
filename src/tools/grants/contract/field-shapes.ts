import { z } from 'zod';
import { boundedText, calendarDate, longText, text } from '../../../platform/contract/fields.ts';
import { type AmountField, faultsOf, type PurposeField } from './fields.ts';

const mostDollars = 1_000_000;
const notAnAmount = 'Enter an amount, such as 120 or 1,234.50, or 0 if there is none.';

/** The sum of eight amounts still fits in a database integer. */
function readAmount(value: number | string, context: z.RefinementCtx): number {
  const number = typeof value === 'number' ? value : Number(/^\d+(\.\d*)?$/.test(value) ? value : Number.NaN);
  const cents = Math.round(number * 100);
  const say = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (Number.isNaN(number)) return say(notAnAmount);
  if (number < 0) return say("An amount can't be less than zero.");
  if (number > mostDollars) return say(`Use at most ${mostDollars.toLocaleString('en-US')}.`);
  // Floating-point sums are off by less than this: 0.1 + 0.2.
  if (Math.abs(number * 100 - cents) > 1e-6) return say('Use at most two decimals.');
  return cents / 100;
}

/** Dollars; also as text, since forms send that. */
export const amount = z
  .union([z.number(), boundedText(20).trim()], {
    error: ({ input }) => (input === undefined || input === null ? undefined : notAnAmount),
  })
  .transform(readAmount);

const purpose = z.boolean().default(false);

const enter = (what: string) => text({ min: 1, required: `Enter ${what}.` });

/** An application, as its form has it. All texts and amounts are required. */
export const applicationFields = {
  department: enter('your department'),
  startDateOfProposedActivity: calendarDate,
  endDateOfProposedActivity: calendarDate,
  conferenceOrWorkshopAttendance: purpose,
  researchProject: purpose,
  researchMaterials: purpose,
  nonRoyaltyPublicationFees: purpose,
  eventProjectFitsNEH: purpose,
  titleOfProfessionalMeeting: enter('the title of the meeting or project'),
  conferenceLink: text({ min: 1, max: 2_000, required: 'Enter an address, or "none".' }),
  briefNarrativeOfProposedActivities: longText.min(1, 'Describe what you plan to do.'),
  currentYearReceivedFunding: amount,
  publicTransportationCosts: amount,
  collegeMotorPoolCost: amount,
  localTransportationCosts: amount,
  personalCarMileage: amount,
  housingCosts: amount,
  registrationFee: amount,
  mealCosts: amount,
  miscCosts: amount,
  amountOfAboveExpensesPaidFromOtherSources: amount,
} satisfies Record<AmountField | PurposeField, z.ZodType> & Record<string, z.ZodType>;

export const wholeApplication = z.object(applicationFields).superRefine((application, context) => {
  for (const [name, message] of Object.entries(faultsOf(application)))
    context.addIssue({ code: 'custom', path: [name], message });
});
export type WholeApplication = z.output<typeof wholeApplication>;
