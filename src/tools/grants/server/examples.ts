import { dayOf } from '../../../platform/server/time/time.ts';
import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import {
  addApprover,
  applyForFunding,
  listApplications,
  listApprovers,
  readApplication,
} from '../contract.ts';
import { grants } from '../tool.ts';

const day = 86_400_000;
const inDays = (days: number) => dayOf(Date.now() + days * day, 'America/Boise');

const sampleCosts = {
  publicTransportationCosts: 400,
  collegeMotorPoolCost: 0,
  localTransportationCosts: 35.5,
  personalCarMileage: 0,
  housingCosts: 360,
  registrationFee: 150,
  mealCosts: 138,
  miscCosts: 0,
  amountOfAboveExpensesPaidFromOtherSources: 100,
};

/** An application that can be submitted today. */
export const sampleApplication = {
  department: 'Biology',
  startDateOfProposedActivity: inDays(30),
  endDateOfProposedActivity: inDays(33),
  conferenceOrWorkshopAttendance: true,
  researchProject: false,
  researchMaterials: false,
  nonRoyaltyPublicationFees: false,
  eventProjectFitsNEH: false,
  titleOfProfessionalMeeting: 'Meeting on desert plants',
  conferenceLink: 'https://desert.example/',
  briefNarrativeOfProposedActivities: 'I will present our data on sagebrush.',
  currentYearReceivedFunding: 0,
  ...sampleCosts,
};

const { apply, applications, approvers, figures, mine } = grants.screens;

export const examples: ToolExamples = {
  found: { 'grants.applications': ({ key }) => ({ params: { id: key } }) },
  bodies: {
    addApprover: { fullName: 'Someone New', email: 'someone.new@sawtooth.example', required: true },
    applyForFunding: sampleApplication,
    editApplication: { ...sampleApplication, approvalStatus: 'Pending' },
    approveApplication: {},
    declineApplication: { reason: 'The meeting is online.' },
    recuseFromApplication: {},
    saveDraft: { values: { department: 'Biology' } },
    writeMessage: { text: 'Which hotel is it?' },
    submitReport: { ...sampleCosts, text: 'I presented our data.' },
    decideReport: { state: 'Accepted' },
  },
  // The seed fills the list; these are someone's own.
  async fill({ send }) {
    for (let number = 0; number < 12; number += 1)
      await send('it', applyForFunding, { body: sampleApplication });
  },
  exports: {
    exportApplications: {
      addRow: async ({ send }, text) => {
        const texts = { department: text, titleOfProfessionalMeeting: text };
        await send('it', applyForFunding, { body: { ...sampleApplication, ...texts } });
      },
      column: 'titleOfProfessionalMeeting',
    },
  },
  lists: { listApplications: { choices: ['approvalStatus'] } },
  belongings: {
    'grants.applications': {
      make: async ({ send }, { key }) =>
        (await send(key, applyForFunding, { body: sampleApplication })).data._id,
      has: async ({ send }, { key }, id) =>
        (await send(key, readApplication, { params: { id } })).data.approvalStatus === 'Pending',
    },
    'grants.seats': {
      async make({ send }, { name, email }) {
        const body = { fullName: name, email, required: true };
        return (await send('it', addApprover, { body })).data._id;
      },
      async has({ send }, { email }, id) {
        const { data } = await send('it', listApprovers);
        return data.some((seat) => seat._id === id && seat.email === email && seat.required);
      },
    },
  },
  // A colleague gets a seat; the list is filtered by the person who submitted.
  namesOthers: { addApprover: ['email'], listApplications: ['submittedBy'] },
  async known({ send }) {
    const { data } = await send('it', listApplications, { query: { page: 1, pageSize: 30 } });
    const seats = await send('it', listApprovers);
    return { id: [...data, ...seats.data].map(({ _id }) => _id) };
  },
  states: [
    { name: 'submit empty', path: apply.path, person: 'faculty', steps: [{ press: 'Submit application' }] },
    { name: 'nothing found', path: `${applications.path}?submittedBy=zzzz`, person: 'fgd' },
    { name: 'pending', path: `${applications.path}?approvalStatus=Pending`, person: 'approver' },
    { name: 'figures of last year', path: `${figures.path}?year=2026`, person: 'fgd' },
    { name: 'none yet', path: mine.path, person: 'staff' },
    { name: 'add an approver', path: approvers.path, person: 'it', steps: [{ press: 'Add Approver' }] },
  ],
};
