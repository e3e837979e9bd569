import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { QueryResultRow } from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { jobsSchema } from '../../../../platform/server/jobs/jobs-table.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import {
  createTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../../../platform/server/testing/test-server.ts';
import { submitTicket } from '../../contract.ts';
import { helpDeskServer } from '../index.ts';

/** An email goes out within seconds; a busy machine gets more time. */
export const patience = { timeout: 20_000, interval: 50 };

export const ticketForm = { subject: 'No Wi-Fi', description: 'My laptop finds no network in Anderson.' };

export interface TestDesk {
  server: TestServer;
  /** The rows of a statement. */
  rows(statement: string, values?: unknown[]): Promise<QueryResultRow[]>;
  /** Ends a job's schedule, so that it runs only when the test runs it. */
  unschedule(job: string): Promise<void>;
  /** Those written so far. */
  emails(): Promise<Email[]>;
  stop(): Promise<void>;
}

/** A server with the help desk that writes its emails into a folder. */
export async function createTestDesk(options: TestServerOptions = {}): Promise<TestDesk> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-help-desk-'));
  const server = await createTestServer({
    tools: [helpDeskServer],
    ...options,
    variables: { QUAD_DATA: dataFolder, ...options.variables },
  });
  const folder = path.join(dataFolder, 'mail');
  return {
    server,
    rows: async (statement, values = []) => (await server.database.pool.query(statement, values)).rows,
    async unschedule(job) {
      await server.database.pool.query(`delete from ${jobsSchema}.schedule where name = $1`, [job]);
    },
    async emails() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name));
      return Promise.all(
        names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
      );
    },
    async stop() {
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A ticket that was submitted. @throws Error if it was refused */
export async function submit(client: TestClient, changes: Partial<typeof ticketForm> = {}) {
  const { status, body, text } = await client.send(submitTicket, { body: { ...ticketForm, ...changes } });
  if (status !== 201) throw new Error(`The ticket was refused: ${text}`);
  return body.data;
}
