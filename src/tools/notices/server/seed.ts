import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { readRows } from '../../../platform/server/db/database.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import { saidBy } from './present.ts';
import { insertHistory } from './queries.ts';
import { readMarkdown } from './read-markdown.ts';
import { noticesTables } from './tables.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface DemoNotice {
  title: string;
  text: string;
  tone: 'info' | 'warning';
  groups: string[] | null;
  /** Both from now, in milliseconds. */
  from: number;
  until: number;
  link?: { href: string; text: string };
}

const demoNotices: readonly DemoNotice[] = [
  {
    title: 'Spring registration opens December 1',
    text: 'Meet with your advisor **before you register**. Holds are cleared at the Business Office in Sage Hall.',
    tone: 'info',
    groups: ['Domain-Student'],
    from: -20 * hour,
    until: 9 * day,
  },
  {
    title: 'Email is unavailable this Saturday night',
    text: "We're moving mailboxes to new servers:\n\n- Saturday, 10 p.m. to Sunday, 2 a.m.\n- Messages sent to you in the meantime arrive afterward.",
    tone: 'warning',
    groups: ['Domain-Faculty', 'Domain-Staff', 'Domain-Student'],
    from: 5 * day,
    until: 8 * day,
    link: { href: '/support/submit-help-desk-ticket', text: 'Ask the help desk' },
  },
  {
    title: 'The library was closed on Friday',
    text: 'A pipe broke on the second floor. It is repaired, and the library is open again.',
    tone: 'warning',
    groups: ['Domain-Faculty', 'Domain-Staff', 'Domain-Student'],
    from: -6 * day,
    until: -4 * day,
  },
];

export const noticesSeed: Seed = {
  what: 'notices: one that is showing to students, one that is scheduled, and one that has ended',
  demoCount: demoNotices.length,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from notices limit 1`)).length > 0;
  },
  async run({ platform, count }) {
    const now = Date.now();
    await platform
      .unaudited('demo data')
      .transaction()
      .execute(async (transaction) => {
        for (let index = 0; index < count; index += 1) {
          const demo = demoNotices[index % demoNotices.length];
          if (demo === undefined) return;
          const { from, until, link, ...words } = demo;
          const row = {
            id: uuid(),
            ...words,
            blocks: readMarkdown(words.text),
            starts_at: new Date(now + from),
            ends_at: new Date(now + until),
            link_href: link?.href ?? null,
            link_text: link?.text ?? null,
            created_by_id: uuid(),
            created_by: 'Iris Thornwell',
            withdrawn_at: null,
            version: 1,
          };
          await noticesTables(transaction)
            .insertInto('notices')
            .values({
              ...row,
              blocks: JSON.stringify(row.blocks),
              created_at: row.starts_at < new Date(now) ? row.starts_at : new Date(now),
              updated_at: row.starts_at < new Date(now) ? row.starts_at : new Date(now),
            })
            .execute();
          await insertHistory(transaction, row, {
            action: 'publish',
            by: row.created_by,
            said: saidBy(row),
          });
        }
      });
  },
};
