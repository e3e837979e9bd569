import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../../platform/server/testing/test-server.ts';
import { publishEmergency } from '../../contract.ts';
import { noticesServer } from '../index.ts';

/** From the directory, without accounts: enough for two batches, and a few who are in several groups. */
export const many = { groups: ['Domain-ResLife'], people: 120 };
export const few = { groups: ['Domain-MailCenter'], people: 3 };

/** A job for each batch, and an email for each person. */
export const patience = { timeout: 120_000, interval: 100 };

/** What someone writes to publish an emergency; to a few people unless `change` says who. */
export function written(title: string, change: object = {}) {
  return {
    title,
    text: 'Leave the building **now**.',
    audience: 'groups' as const,
    until: new Date(Date.now() + 3_600_000).toISOString(),
    ...few,
    ...change,
  };
}

/** A portal with people in its directory, whose emails are files. */
export interface EmergencyOffice {
  server: TestServer;
  it: TestClient;
  student: TestClient;
  rows(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** @returns the id of the emergency */
  publish(title: string, change?: object): Promise<string>;
  /** Who has yet to be sent an email about it. */
  waiting(noticeId: string, batch?: number): Promise<object[]>;
  /** Those that were sent with these words in their subject. */
  emails(words: string): Promise<Email[]>;
  /** Ends all emergencies, and forgets how many were published within the hour. */
  reset(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openEmergencyOffice(): Promise<EmergencyOffice> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-notices-'));
  const server = await createTestServer({ tools: [noticesServer], variables: { QUAD_DATA: dataFolder } });
  const rows: EmergencyOffice['rows'] = async (statement, values = []) =>
    (await server.database.pool.query(statement, values)).rows;
  await rows(
    `insert into directory_records (account_name, content_hash, key, email, given_name, family_name, groups, kind, title, department,
       department_code, phone, fax, mailbox, confidential, active, folded)
     select '', '', key || n, key || n || '@sawtooth.example', 'A', 'B', groups, 'employee', '', '', '', '', '', '', false, true, ''
     from (values ('p', 120, '{Domain-ResLife}'::text[]),
       ('f', 3, '{Domain-MailCenter,Domain-Business,Domain-FGD}')) as kinds (key, count, groups), generate_series(1, count) n`,
  );
  const it = await server.signIn('it');
  return {
    server,
    it,
    student: await server.signIn('student'),
    rows,
    publish: async (title, change) =>
      (await it.send(publishEmergency, { body: written(title, change) })).body.data.id,
    waiting: (noticeId, batch) =>
      rows('select from notice_recipients where notice_id = $1 and batch = coalesce($2, batch)', [
        noticeId,
        batch ?? null,
      ]),
    emails: readEmails(path.join(dataFolder, 'mail')),
    reset: () =>
      rows(`with earlier as (update notices set withdrawn_at = now() where withdrawn_at is null)
        delete from throttle_counters where key like 'emergencies:%'`),
    async close() {
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

function readEmails(folder: string): EmergencyOffice['emails'] {
  /** What has already been read: a file is complete once it has its name. */
  const read = new Map<string, Promise<Email>>();
  return async (words) => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name));
    for (const name of names)
      if (!read.has(name))
        read.set(
          name,
          readFile(path.join(folder, name)).then((content) => PostalMime.parse(content)),
        );
    const all = await Promise.all(read.values());
    return all.filter(({ subject }) => subject?.includes(words));
  };
}
