import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';
import { createTestServer, type TestServerOptions } from '../../../../platform/server/testing/test-server.ts';
import { wifiKeysServer } from '../index.ts';

/** A server with this tool that writes its emails into a folder. */
export async function serverWithMail(options: TestServerOptions = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-wifi-'));
  const server = await createTestServer({
    tools: [wifiKeysServer],
    ...options,
    variables: { QUAD_DATA: folder, ...options.variables },
  });
  const emails = async () => {
    const names = await readdir(path.join(folder, 'mail')).catch(() => []);
    return Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, 'mail', name)))),
    );
  };
  return {
    server,
    /** Waits for an email with this subject, and to this address if given. */
    emailWith: (subject: string | RegExp, address?: string): Promise<Email> =>
      vi.waitFor(
        async () => {
          const found = (await emails()).find(
            (email) =>
              (email.subject ?? '').match(subject) !== null &&
              (address === undefined || email.to?.[0]?.address === address),
          );
          if (found === undefined) throw new Error(`There is no email "${subject}".`);
          return found;
        },
        { timeout: 20_000, interval: 50 },
      ),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
