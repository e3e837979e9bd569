import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../../platform/server/testing/test-server.ts';
import { listRuns, processPcard } from '../../contract.ts';
import { pcardServer } from '../index.ts';

/** Someone from the business office, with no runs before each test. */
export function businessOffice() {
  let server: TestServer;
  let business: TestClient;

  beforeAll(async () => {
    server = await createTestServer({ tools: [pcardServer] });
    business = await server.signIn('business');
  });
  afterAll(() => server.stop());
  beforeEach(() => server.database.pool.query('delete from pcard_runs'));

  const enter = (content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) => ({
    body: { journalLogNumber: 'J1126', ...fields },
    files: { file: { fileName: 'november.csv', content } },
  });
  return {
    get server() {
      return server;
    },
    get business() {
      return business;
    },
    enter,
    process: (content: string, fields?: Record<string, string>) =>
      business.send(processPcard, enter(content, fields)),
    runs: async () => (await business.send(listRuns, { query: { page: 1 } })).body.data,
  };
}
