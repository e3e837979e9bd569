import type { AmountField, PurposeField } from '../contract/fields.ts';

/** What the made-up faculty of the demo college apply for. Amounts are dollars. */
export interface DemoTopic {
  title: string;
  department: string;
  link: string;
  narrative: string;
  purposes: readonly PurposeField[];
  days: number;
  costs: Partial<Record<AmountField, number>>;
}

export const demoTopics: readonly DemoTopic[] = [
  {
    title: 'Annual Meeting of the Western Literature Association',
    department: 'English',
    link: 'https://westernlit.example/2026',
    narrative:
      'I was accepted to present a paper on water and borders in three Idaho novels, and I chair a panel on teaching regional writing. The meeting is where the editors of the two journals in my field recruit reviewers.',
    purposes: ['conferenceOrWorkshopAttendance', 'eventProjectFitsNEH'],
    days: 4,
    costs: {
      publicTransportationCosts: 412.6,
      localTransportationCosts: 48,
      housingCosts: 561,
      registrationFee: 225,
      mealCosts: 161,
    },
  },
  {
    title: 'Field work on sagebrush recovery, Owyhee uplands',
    department: 'Biology',
    link: 'none',
    narrative:
      'Two students and I will measure forty plots that burned in 2019. The data continue a series that we began with a state grant, and both students will present it in April.',
    purposes: ['researchProject'],
    days: 9,
    costs: { collegeMotorPoolCost: 318, housingCosts: 264, mealCosts: 322, miscCosts: 86.4 },
  },
  {
    title: 'Joint Mathematics Meetings',
    department: 'Mathematics',
    link: 'https://jmm.example/',
    narrative:
      "I will give a talk on a first course in proofs without prerequisites and meet the coauthors of our open textbook. The authors' workshop pays for part of the hotel.",
    purposes: ['conferenceOrWorkshopAttendance'],
    days: 4,
    costs: {
      publicTransportationCosts: 538.2,
      localTransportationCosts: 36,
      housingCosts: 720,
      registrationFee: 410,
      mealCosts: 184,
      amountOfAboveExpensesPaidFromOtherSources: 300,
    },
  },
  {
    title: 'Pigments and binders for the fresco studio',
    department: 'Art',
    link: 'https://pigments.example/order/8841',
    narrative:
      'Materials to test six historical recipes on plaster, as part of my study of mission churches. What is left stays in the studio for the spring course.',
    purposes: ['researchMaterials'],
    days: 30,
    costs: { miscCosts: 674.35 },
  },
  {
    title: 'Open access fee, Journal of Small Enterprise',
    department: 'Business',
    link: 'https://jse.example/authors/fees',
    narrative:
      'Our article on family ranches that become companies was accepted in August. The fee makes it free for everyone to read, ranchers included.',
    purposes: ['nonRoyaltyPublicationFees'],
    days: 14,
    costs: { miscCosts: 950, amountOfAboveExpensesPaidFromOtherSources: 250 },
  },
  {
    title: 'Workshop on teaching with primary sources',
    department: 'History',
    link: 'https://archives.example/workshops',
    narrative:
      'A two-day workshop at the state archives. I will prepare a unit on territorial newspapers for the survey course, which four colleagues also teach.',
    purposes: ['conferenceOrWorkshopAttendance', 'eventProjectFitsNEH'],
    days: 2,
    costs: { personalCarMileage: 143, housingCosts: 118, registrationFee: 75, mealCosts: 92 },
  },
  {
    title: 'Recording of chamber works by Idaho composers',
    department: 'Music',
    link: 'none',
    narrative:
      'Three days of recording with two colleagues in the Langroise hall. The works have never been recorded, and the composers have agreed to write the notes.',
    purposes: ['researchProject'],
    days: 3,
    costs: { localTransportationCosts: 64, miscCosts: 1_180, mealCosts: 138 },
  },
  {
    title: 'Conference on undergraduate chemistry research',
    department: 'Chemistry',
    link: 'https://ccur.example/',
    narrative:
      'I will present our work on catalysts from local clay and take part in a session on safety in small laboratories. It is also the best place to find a partner for the instrument proposal.',
    purposes: ['conferenceOrWorkshopAttendance', 'researchProject'],
    days: 5,
    costs: {
      publicTransportationCosts: 466,
      localTransportationCosts: 52.5,
      housingCosts: 645,
      registrationFee: 330,
      mealCosts: 207,
    },
  },
];

/** Colleagues besides the demo people. */
export const demoApplicants = [
  { name: 'Tamsin Orrell', department: 'English' },
  { name: 'Joaquin Vestergaard', department: 'Biology' },
  { name: 'Mirela Hathaway', department: 'Mathematics' },
  { name: 'Odette Farrow', department: 'Art' },
  { name: 'Lucian Brandvold', department: 'Business' },
  { name: 'Haruki Penrose', department: 'Music' },
  { name: 'Saoirse Kimball', department: 'Chemistry' },
] as const;

export const demoReasons = [
  'The meeting is online this year, so there are no travel costs to pay.',
  "The same costs are in your coauthor's application, which we approved.",
  'We only pay for activities that begin after the application.',
] as const;
