import { sql } from 'kysely';
import { readRows } from '../../../platform/server/db/database.ts';
import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { publishNotice } from '../contract.ts';
import { notices } from '../tool.ts';

const until = '2099-12-31T23:00:00Z';
const notice = {
  title: 'The west parking lot is closed',
  text: 'Use the *east* lot until Friday.',
  tone: 'info',
  audience: 'groups',
  groups: ['Domain-ResLife'],
  until,
} as const;
const { title, text, audience, groups } = notice;
const emergency = { title, text, audience, groups, until };
const { manage } = notices.screens;

export const examples: ToolExamples = {
  bodies: {
    publishNotice: notice,
    changeNotice: notice,
    previewNotice: notice,
    publishEmergency: { ...emergency, people: 0 },
    giveAllClear: { text: 'It is over.' },
    endNotice: {},
    withdrawNotice: {},
    readMyNotices: { notices: [{ id: '00000000-0000-7000-8000-000000000000', version: 1 }] },
  },
  async fill({ send }) {
    for (let number = 0; number < 12; number += 1)
      await send('it', publishNotice, { body: { ...notice, groups: ['Domain-ResLife'] } });
  },
  lists: { listPublishedNotices: { choices: ['state'] } },
  async known({ platform }) {
    const rows = await readRows(platform.reader, sql<{ id: string }>`select id from notices limit 30`);
    return { id: rows.map(({ id }) => id) };
  },
  states: [
    { name: 'publish empty', path: manage.path, person: 'it', steps: [{ press: 'Publish a notice' }] },
    {
      name: 'publish an emergency',
      path: manage.path,
      person: 'it',
      steps: [{ press: 'Publish an emergency' }],
    },
    { name: 'none', path: `${manage.path}?state=withdrawn`, person: 'it' },
    { name: 'bell', path: '/my-dashboard', person: 'student', steps: [{ press: /^Notices/ }] },
  ],
};
