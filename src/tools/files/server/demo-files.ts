import type { FileRow } from './queries.ts';

type Owner = Pick<FileRow, 'owner_type' | 'department' | 'committee'>;

/** One of the made-up files: its name says what kind of document it is. */
export interface DemoFile {
  name: string;
  owner: Owner;
  contentType: FileRow['content_type'];
  groups: readonly string[];
  onCampus?: true;
}

const of = (owner_type: FileRow['owner_type'], name: string | null = null): Owner => ({
  owner_type,
  department: owner_type === 'Department' ? name : null,
  committee: owner_type === 'Committee' ? name : null,
});

const staff = 'Domain-Staff';
const faculty = 'Domain-Faculty';
const students = 'Domain-Student';

const list: readonly [string, Owner, FileRow['content_type'], readonly string[], true?][] = [
  ['Enrollment by Program, Fall 2026.csv', of('Department', 'Registrar'), 'Report', [faculty, staff]],
  ['Academic Calendar 2026-2027.pdf', of('Department', 'Registrar'), 'Resource', []],
  ['Change of Major.pdf', of('Department', 'Registrar'), 'Form', [students]],
  ['Transcript Request.pdf', of('Department', 'Registrar'), 'Form', [students]],
  ['Faculty Handbook 2026.pdf', of('Faculty'), 'Policy', [faculty]],
  ['Course Proposal.docx', of('Faculty'), 'Form', [faculty]],
  ['Syllabus Template.docx', of('Faculty'), 'Resource', [faculty]],
  ['Core Curriculum Map.png', of('Faculty'), 'Curriculum', [faculty, students]],
  ['Biology BS, Four-Year Plan.pdf', of('Department', 'Biology'), 'Curriculum', [faculty, students]],
  ['Lab Safety Rules.pdf', of('Department', 'Biology'), 'SOP', [faculty, students]],
  ['Chemical Inventory.csv', of('Department', 'Biology'), 'Report', [faculty], true],
  ['Mathematics BA, Four-Year Plan.pdf', of('Department', 'Mathematics'), 'Curriculum', [faculty, students]],
  ['Tutoring Hours.csv', of('Department', 'Mathematics'), 'Resource', [students]],
  ['Travel Reimbursement.docx', of('Department', 'Business Office'), 'Form', [faculty, staff]],
  ['Budget Codes 2026.csv', of('Department', 'Business Office'), 'Resource', [staff], true],
  ['Purchasing Policy.pdf', of('Department', 'Business Office'), 'Policy', [faculty, staff]],
  ['P-Card Statement Dates.csv', of('Department', 'Business Office'), 'Resource', ['Domain-Business']],
  ['Emergency Procedures.pdf', of('Department', 'Campus Safety'), 'SOP', []],
  ['Evacuation Map, Hayman Hall.png', of('Department', 'Campus Safety'), 'Guide', []],
  ['Parking Rules.pdf', of('Department', 'Campus Safety'), 'Policy', []],
  ['Key Holders.csv', of('Department', 'Facilities'), 'Report', ['Domain-IT', staff], true],
  ['Winter Schedule of the Heating Plant.csv', of('Department', 'Facilities'), 'Report', [staff]],
  [
    'RA Handbook.pdf',
    of('Department', 'Residence Life'),
    'Guide',
    ['Domain-ResidentAssistant', 'Domain-ResLife'],
  ],
  ['Room Condition Report.docx', of('Department', 'Residence Life'), 'Form', ['Domain-ResidentAssistant']],
  ['Duty Calendar, Spring.csv', of('Department', 'Residence Life'), 'Resource', ['Domain-ResLife']],
  ['Housing Agreement.pdf', of('Student'), 'Policy', [students]],
  ['Student Employment Guide.pdf', of('Student'), 'Guide', [students]],
  ['Club Funding Request.docx', of('Student'), 'Form', [students]],
  ['Intramural Schedule.png', of('Student'), 'Resource', [students]],
  ['FGD Guidelines.pdf', of('Committee', 'Faculty Growth & Development'), 'Guide', [faculty]],
  ['FGD Awards 2025.csv', of('Committee', 'Faculty Growth & Development'), 'Report', ['Domain-FGD']],
  ['Minutes, October.docx', of('Committee', 'Assessment'), 'Report', [faculty, staff]],
  ['Assessment Plan.pdf', of('Committee', 'Assessment'), 'SOP', [faculty]],
  ['Password Standard.pdf', of('IT'), 'Policy', []],
  ['VPN Setup.pdf', of('IT'), 'Guide', [faculty, staff]],
  ['Classroom Projector Guide.png', of('IT'), 'Guide', [faculty]],
  ['Printer Addresses.csv', of('IT'), 'Resource', ['Domain-IT'], true],
  ['Volunteer Orientation.pdf', of('IT'), 'Guide', ['sgrpVolunteers']],
  ['Nightly Enrollment.csv', of('Automation'), 'Report', [faculty, staff]],
  ['Library Overdues.csv', of('Automation'), 'Report', [staff]],
];

export const demoFiles: readonly DemoFile[] = list.map(([name, owner, contentType, groups, onCampus]) => ({
  name,
  owner,
  contentType,
  groups,
  ...(onCampus === undefined ? {} : { onCampus }),
}));
