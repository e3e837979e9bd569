import { z } from 'zod';
import { boundedText, id } from '../../../platform/contract/fields.ts';
import type { applicationFields } from './field-shapes.ts';
import type { NewReport } from './report-shapes.ts';

const typedText = boundedText(8_000).optional();
const ticked = z.boolean().optional();

/** An application or a final report as it is typed: nothing is required or checked before it is submitted. */
const typedValues = z.object({
  department: typedText,
  startDateOfProposedActivity: typedText,
  endDateOfProposedActivity: typedText,
  conferenceOrWorkshopAttendance: ticked,
  researchProject: ticked,
  researchMaterials: ticked,
  nonRoyaltyPublicationFees: ticked,
  eventProjectFitsNEH: ticked,
  titleOfProfessionalMeeting: typedText,
  conferenceLink: typedText,
  briefNarrativeOfProposedActivities: typedText,
  currentYearReceivedFunding: typedText,
  publicTransportationCosts: typedText,
  collegeMotorPoolCost: typedText,
  localTransportationCosts: typedText,
  personalCarMileage: typedText,
  housingCosts: typedText,
  registrationFee: typedText,
  mealCosts: typedText,
  miscCosts: typedText,
  amountOfAboveExpensesPaidFromOtherSources: typedText,
  /** Of a final report. */
  text: typedText,
} satisfies Record<keyof typeof applicationFields | keyof Pick<NewReport, 'text'>, z.ZodType>);
export type TypedValues = z.output<typeof typedValues>;

export const draftChange = z.object({
  values: typedValues,
  /** Left out for the first save. */
  version: z.int().optional(),
});

const savedAt = z.iso.datetime();

export const savedDraft = z.object({ savedAt, version: z.int() });
export type SavedDraft = z.output<typeof savedDraft>;

/**
 * Sent with a submission: the version of the draft that its form has seen, 0 for none. A newer draft is then not
 * lost; if it is left out, any version ends.
 */
export const draftVersion = z.coerce.number().int().optional();

export const draft = savedDraft.extend({ _id: id, values: typedValues });
export type Draft = z.output<typeof draft>;

/** In the list of one's own drafts. */
export const ownDraft = z.object({ _id: id, title: z.string(), savedAt });
export type OwnDraft = z.output<typeof ownDraft>;

export const mostDrafts = 20;
