import type { Portrait } from '../../photo/portrait.ts';

/** One of the made-up people of the demo college. */
export interface DemoPerson {
  /** `it` for `it@sawtooth.example`. */
  key: string;
  name: string;
  /** Their role at the college, for people to read. */
  role: string;
  groups: readonly string[];
  portrait?: Portrait;
}

export const demoDomain = 'sawtooth.example';

export function demoEmail(person: Pick<DemoPerson, 'key'>): string {
  return `${person.key}@${demoDomain}`;
}

/** The demo people by the headings of the sign-in page. All of them are made up. */
export const demoPeople: readonly { heading: string; people: readonly DemoPerson[] }[] = [
  {
    heading: 'Staff',
    people: [
      {
        key: 'it',
        name: 'Iris Thornwell',
        role: 'Information technology, every tool',
        groups: ['Domain-IT', 'Domain-Staff'],
        portrait: {
          background: ['#cfe3da', '#7fb3a2'],
          skin: '#c98f6b',
          hair: '#2e2521',
          clothes: '#1b564a',
          style: 'bob',
          glasses: true,
        },
      },
      {
        key: 'it2',
        name: 'Ivo Castell Brandt',
        role: 'Information technology, every tool',
        groups: ['Domain-IT', 'Domain-Staff'],
      },
      { key: 'staff', name: 'Stellan Marbury', role: 'Staff', groups: ['Domain-Staff'] },
      {
        key: 'reslife',
        name: 'Rosalie Fenn Hale',
        role: 'Residence Life, reviews RA logs',
        groups: ['Domain-ResLife', 'Domain-Staff'],
        portrait: {
          background: ['#f6e0c8', '#dfa877'],
          skin: '#8a5a3c',
          hair: '#1f1a18',
          clothes: '#a03726',
          style: 'curls',
        },
      },
      {
        key: 'business',
        name: 'Bram Castellow',
        role: 'Business office, purchasing cards',
        groups: ['Domain-Business', 'Domain-Staff'],
      },
      {
        key: 'mailroom',
        name: 'Milo Hartwick',
        role: 'Mail room, prints posters',
        groups: ['Domain-MailCenter', 'Domain-Staff'],
      },
    ],
  },
  {
    heading: 'Faculty',
    people: [
      {
        key: 'faculty',
        name: 'Felix Carraway',
        role: 'Faculty',
        groups: ['Domain-Faculty'],
        portrait: {
          background: ['#dfe3f0', '#95a3c9'],
          skin: '#f0c7a6',
          hair: '#b9bcc0',
          clothes: '#33415f',
          style: 'short',
          glasses: true,
        },
      },
      {
        key: 'fgd',
        name: 'Fiona Grandel',
        role: 'Faculty, views funding applications',
        groups: ['Domain-FGD', 'Domain-Faculty'],
      },
      {
        key: 'approver',
        name: 'Abel Provance',
        role: 'Faculty, approves funding',
        groups: ['Domain-Faculty', 'Domain-FGD'],
        portrait: {
          background: ['#f1ead7', '#cdb681'],
          skin: '#6f4630',
          hair: '#2b211c',
          clothes: '#6d4a0c',
          style: 'bald',
        },
      },
      {
        key: 'approver2',
        name: 'Beatrix Alderway',
        role: 'Faculty, approves funding',
        groups: ['Domain-Faculty', 'Domain-FGD'],
      },
      {
        key: 'approver3',
        name: 'Corin Westlake',
        role: 'Faculty, approves funding',
        groups: ['Domain-Faculty', 'Domain-FGD'],
      },
    ],
  },
  {
    heading: 'Students and others',
    people: [
      {
        key: 'student',
        name: 'Suna Okello Lind',
        role: 'Student',
        groups: ['Domain-Student'],
        portrait: {
          background: ['#f4dbe0', '#d493a3'],
          skin: '#e2a983',
          hair: '#5b2f1c',
          clothes: '#5a3e63',
          style: 'bun',
        },
      },
      {
        key: 'ra',
        name: 'Arlo Benning',
        role: 'Student and resident assistant',
        groups: ['Domain-ResidentAssistant', 'Domain-Student'],
      },
      { key: 'volunteer', name: 'Vera Quillon', role: 'Volunteer', groups: ['sgrpVolunteers'] },
      { key: 'nogroups', name: 'Noor Grimsby', role: 'Someone with no groups', groups: [] },
    ],
  },
];
