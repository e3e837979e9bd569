import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import {
  createTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../../../platform/server/testing/test-server.ts';
import { submitPoster } from '../../contract.ts';
import { drawPdf } from '../draw-pdf.ts';
import { postersServer } from '../index.ts';

/** An email goes out within seconds; a busy machine gets more time. */
export const patience = { timeout: 20_000, interval: 50 };

/** 36 x 24 inches. */
export const goodPdf = drawPdf({
  pages: [{ media: [0, 0, 2592, 1728], content: '1 0 0 rg 0 0 900 900 re f' }],
});

export interface TestMailRoom {
  server: TestServer;
  /** Those written so far. */
  emails(): Promise<Email[]>;
  /** How many files the storage holds. */
  stored(): number;
  stop(): Promise<void>;
}

/** A server with posters that writes its emails and files into a folder. */
export async function createTestMailRoom(options: TestServerOptions = {}): Promise<TestMailRoom> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-posters-'));
  const server = await createTestServer({
    tools: [postersServer],
    ...options,
    variables: { QUAD_DATA: dataFolder, ...options.variables },
  });
  const list = (name: string) => {
    try {
      return readdirSync(path.join(dataFolder, name), { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && !entry.name.startsWith('.'),
      );
    } catch {
      return [];
    }
  };
  return {
    server,
    emails: () =>
      Promise.all(
        list('mail').map(async ({ parentPath, name }) =>
          PostalMime.parse(await readFile(path.join(parentPath, name))),
        ),
      ),
    stored: () => list('files').length,
    async stop() {
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

export function sendPoster(
  client: TestClient,
  {
    content = goodPdf,
    fileName = 'Poster.pdf',
    ...body
  }: { content?: Uint8Array<ArrayBuffer>; fileName?: string } & Record<
    string,
    string | Uint8Array<ArrayBuffer>
  > = {},
) {
  return client.send(submitPoster, {
    body: { numberOfCopies: '1', ...body } as never,
    files: { attachment: { fileName, content, contentType: 'application/pdf' } },
  });
}

/** A request that was accepted. @throws Error if it was refused */
export async function submit(client: TestClient, changes: Parameters<typeof sendPoster>[1] = {}) {
  const { status, body, text } = await sendPoster(client, changes);
  if (status !== 201) throw new Error(`The poster was refused: ${text}`);
  return body.data;
}
