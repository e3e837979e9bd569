import { z } from 'zod';
import { boundedText, email, id, longText, text } from '../../../platform/contract/fields.ts';
import { draftVersion } from './draft-shapes.ts';
import { applicationFields } from './field-shapes.ts';
import { finalReport, openReport, reportStates } from './report-shapes.ts';

export const applicationStates = ['Draft', 'Pending', 'Approved', 'Declined', 'Withdrawn'] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const newApprover = z.object({
  fullName: text({ min: 1, required: 'Enter a full name.' }),
  email,
  required: z.boolean().default(true),
});

const approval = z.object({ fullName: z.string(), email: z.string(), required: z.boolean() });

export const approver = approval.extend({ _id: id });
export type Approver = z.output<typeof approver>;

/** An application that is waiting for an approver's vote, or counts it, and what becomes of it without that seat. */
export const affectedApplication = z.object({
  _id: id,
  title: z.string(),
  applicant: z.string(),
  becomes: z.enum([
    'waits-for-others',
    'loses-the-vote',
    'can-be-approved',
    'can-be-declined',
    'no-one-left',
  ]),
});
export type AffectedApplication = z.output<typeof affectedApplication>;

/** What `POST .../apply` accepts. Names, states, and sums come from the server. */
export const newApplication = {
  ...applicationFields,
  submittedBy: boundedText(254).optional(),
  approvalStatus: z.unknown().optional(),
  totalAmount: z.unknown().optional(),
  /** The draft that it was: submitting ends it. */
  draft: id.optional(),
  draftVersion,
};

const comment = longText;

/** Either only a state, or the whole application to resubmit it. */
export const applicationEdit = z.object({
  ...z.object(applicationFields).partial().shape,
  approvalStatus: z.enum(applicationStates).optional(),
  totalAmount: z.unknown().optional(),
  /** Why it is moved to Draft or declined. */
  comment: comment.optional(),
  version: z.int().optional(),
  draftVersion,
});

/** How one seat on the approver list voted on the submitted version. */
const seatVote = z.object({
  fullName: z.string(),
  email: z.string(),
  required: z.boolean(),
  vote: z.enum(['approve', 'decline', 'recused', 'applicant']).nullable(),
  reason: z.string(),
  isYou: z.boolean(),
});
export type SeatVote = z.output<typeof seatVote>;

const historyEntry = z.object({
  id,
  at: z.iso.datetime(),
  by: z.string(),
  fromCommittee: z.boolean(),
  text: z.string(),
  state: z.enum(applicationStates).nullable(),
  /** The state that it moved the final report to. */
  report: z.enum(reportStates).nullable(),
  /** Set for a vote; the text is its reason. */
  vote: z.enum(['approve', 'decline', 'recused']).nullable(),
  /** The vote was on an earlier version. */
  isVoid: z.boolean(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

const day = z.iso.date();
const money = z.number();

/** For one application; it can have as many receipts. */
export const mostAttachments = 30;
/** For one upload. */
export const mostAttachmentBytes = 25 * 1024 * 1024;

export const attachmentsField = {
  handling: 'stored',
  maxBytes: mostAttachmentBytes,
  maxFiles: 10,
  required: true,
} as const;

const attachment = z.object({
  id,
  fileName: z.string(),
  /** As found in the content. */
  mediaType: z.string(),
  bytes: z.int(),
  /** Of the final report, not of the application. */
  isReceipt: z.boolean(),
  addedAt: z.iso.datetime(),
});

/** An application that was submitted, in lists. */
export const application = z.object({
  _id: id,
  department: z.string(),
  startDateOfProposedActivity: day,
  endDateOfProposedActivity: day,
  dateSubmitted: z.iso.datetime(),
  lastUpdated: z.iso.datetime(),
  submittedBy: z.string(),
  /** The person's name. */
  applicant: z.string(),
  conferenceOrWorkshopAttendance: z.boolean(),
  researchProject: z.boolean(),
  researchMaterials: z.boolean(),
  nonRoyaltyPublicationFees: z.boolean(),
  eventProjectFitsNEH: z.boolean(),
  titleOfProfessionalMeeting: z.string(),
  conferenceLink: z.string(),
  briefNarrativeOfProposedActivities: z.string(),
  currentYearReceivedFunding: money,
  publicTransportationCosts: money,
  collegeMotorPoolCost: money,
  localTransportationCosts: money,
  personalCarMileage: money,
  housingCosts: money,
  registrationFee: money,
  mealCosts: money,
  miscCosts: money,
  amountOfAboveExpensesPaidFromOtherSources: money,
  totalAmount: money,
  approvalStatus: z.enum(applicationStates),
  /** Those who have approved the current submission. */
  approvers: z.array(approval),
  version: z.int(),
});
export type Application = z.output<typeof application>;

/** For the fiscal year of an application, without the application itself. */
const balance = z.object({
  fiscalYear: z.int(),
  /** What was approved for the person, or spent if the final report was accepted. */
  received: money,
  /** `null` if the college sets no limit. */
  leftOfCap: money.nullable(),
  leftOfFund: money.nullable(),
  /** The applicant entered a different amount as received in the current year. */
  enteredDiffers: z.boolean(),
});
export type Balance = z.output<typeof balance>;

/** An application on its own page. */
export const applicationDetails = application.extend({
  /** The viewer is the applicant, whatever their address is now. */
  isOwn: z.boolean(),
  history: z.array(historyEntry),
  attachments: z.array(attachment),
  /** `null` before the application is approved. */
  report: finalReport.nullable(),
  /** The applicant's other activities whose final report is missing. */
  openReports: z.array(openReport),
  /** For the committee, but not for an applicant who is on it: each seat on the approver list. */
  votes: z.array(seatVote).nullable(),
  /** For those who see the votes. */
  balance: balance.nullable(),
  /** No seat that could vote is left: IT can add one. */
  noOneLeft: z.boolean(),
  /** For those who see the votes: they differ, so it can neither be approved nor declined. */
  votesDiffer: z.boolean(),
  /** The earliest day that its dates may be changed to. */
  firstDay: day,
  can: z.object({
    edit: z.boolean(),
    withdraw: z.boolean(),
    attach: z.boolean(),
    detach: z.boolean(),
    report: z.boolean(),
    decideReport: z.boolean(),
    removeReceipts: z.boolean(),
    /** On the approver list, for someone else's application: the buttons are shown. */
    decide: z.boolean(),
    vote: z.boolean(),
    recuse: z.boolean(),
    write: z.boolean(),
    moveToDraft: z.boolean(),
    moveToApproved: z.boolean(),
    moveToDeclined: z.boolean(),
  }),
});
export type ApplicationDetails = z.output<typeof applicationDetails>;

const rates = <V extends z.ZodType>(value: V) => z.array(z.object({ from: day, value }));

/** What the form says about amounts, by the day it takes effect. */
export const applicationForm = z.object({
  department: z.string(),
  firstDay: day,
  meals: rates(z.object({ breakfast: money, lunch: money, dinner: money })),
  mileage: rates(money),
  /** The applicant's own activities whose final report is missing. */
  openReports: z.array(openReport),
});
export type ApplicationForm = z.output<typeof applicationForm>;
