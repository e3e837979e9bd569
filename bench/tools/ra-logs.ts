import { type ListSubject, literal } from './list-subject.ts';
import type { WriteSubject } from './write-subject.ts';

const base = '/api/departments/residence-life/resident-assistants';
const buildings = ['Anderson', 'Finney', 'Hayman', 'Simplot', 'Vorhees', 'Sawtooth-Owyhee', 'Mustard'];

export const raLogsList: ListSubject = {
  tool: 'ra-logs',
  title: 'RA logs',
  person: 'reslife',
  path: `${base}/logs`,
  statements: /\bra_log/,
  table: 'ra_logs',
  mostSlowDown: 2,
  newest: 'select id from ra_logs order by created_at desc, id desc limit 25',
  plain: {
    from: `ra_logs join ra_log_people as submitter on submitter.id = submitter_id
      left join ra_log_people as reviewer on reviewer.id = reviewer_id
      join ra_log_buildings as building on building.id = building_id`,
    condition: (query) => Object.entries(query).map(demand).join(' and '),
  },
  everyday: [
    { what: 'all of them', queries: [{}] },
    {
      what: 'a building, not yet reviewed',
      queries: buildings.map((building) => ({ building, reviewed: 'false' })),
    },
    {
      what: 'one assistant, by name',
      queries: ['ada', 'hugo', 'mina', 'silas', 'wren'].map((given) => ({ submittedBy: `${given}.` })),
    },
  ],
  texts: {
    long: [
      { submittedBy: 'ada.ashgrove' },
      { submittedBy: 'ashgrove' },
      { submittedBy: 'sawtooth' },
      { submittedBy: '@sawtooth.example' },
      { submittedBy: 'ra@sawtooth' },
      { submittedBy: 'zzzz' },
      { reviewedBy: 'rosalie' },
      { reviewedBy: 'a%b' },
      { reviewedBy: 'nobody' },
    ],
    short: ['a', 'q', 'z', 'ra', '.', '@', '%', '_', '2', 'oo'].flatMap((text) => [
      { submittedBy: text },
      { reviewedBy: text },
    ]),
    combined: [
      { building: 'Anderson', reviewed: 'true' },
      { building: 'Ketchup', followUp: 'true', reviewed: 'false' },
      { followUp: 'true', reviewed: 'false' },
      { followUp: 'false', reviewed: 'true' },
      { submittedBy: 'a', reviewedBy: 'a' },
      { submittedBy: 'ashgrove', building: 'Finney', reviewed: 'true' },
      { submittedBy: 'wren', reviewedBy: 'rosalie', followUp: 'true' },
      { submittedBy: 'ra@sawtooth', reviewed: 'false', followUp: 'true', building: 'Hayman' },
      { submittedBy: 'sawtooth', reviewed: 'false' },
    ],
  },
};

function demand([name, value]: [string, string]): string {
  if (name === 'building') return `building.name = ${literal(value)}`;
  if (name === 'reviewed') return `(reviewer_id is not null) = ${value}`;
  if (name === 'followUp') return `follow_up = ${value}`;
  const person = name === 'submittedBy' ? 'submitter' : 'reviewer';
  return `strpos(lower(${person}.name), ${literal(value.toLowerCase())}) > 0`;
}

export const raLogForm: WriteSubject = {
  title: 'an RA log',
  person: 'ra',
  path: `${base}/logs/add`,
  table: 'ra_logs',
  body: (number) => ({
    building: 'Anderson',
    fireExtinguishers: true,
    exitDoors: true,
    comments: `All quiet on round ${number}.`,
  }),
  insert: `insert into ra_logs (id, submitter_id, building_id, follow_up, fire_extinguishers, exit_doors,
      safety_concerns, warnings, reports, comments)
    values ('{id}', (select min(id) from ra_log_people), (select min(id) from ra_log_buildings), false, true, true,
      '', '', '', 'All quiet on round {run} {number}.')`,
};
