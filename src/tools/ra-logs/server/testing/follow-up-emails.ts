import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { onTestFinished } from 'vitest';
import { copyCampus } from '../../../../platform/server/testing/test-campus.ts';
import { startTestServer, type TestServer } from '../../../../platform/server/testing/test-server.ts';
import { raLogs } from '../../tool.ts';
import { raLogsServer } from '../index.ts';

/** An email goes out within seconds; a busy machine gets more time. */
export const patience = { timeout: 20_000, interval: 50 };

/** A campus folder with different settings for RA logs. */
export function campusWith(yaml: string): string {
  const campus = copyCampus(Object.keys(raLogs.permissions));
  onTestFinished(() => campus.remove());
  writeFileSync(path.join(campus.folder, 'tools', 'ra-logs.yaml'), yaml);
  return campus.folder;
}

/** Sends the emails that would wait two minutes for more logs. */
export async function sendWhatWaits({ quad, database }: TestServer): Promise<void> {
  const { jobs } = quad.platform;
  const { data } = await jobs.list({
    paging: { page: 1, pageSize: 50 },
    name: 'follow-up',
    state: 'waiting',
  });
  await database.database.transaction().execute(async (transaction) => {
    for (const { id } of data) await jobs.retry(transaction, id);
  });
}

/** The headers of an email as they are, and both its parts as a mail program shows them. */
export async function readEmail(file: string): Promise<string> {
  const content = await readFile(file, 'utf8');
  const { text = '', html = '' } = await PostalMime.parse(content);
  return `${content.slice(0, content.indexOf('\r\n\r\n'))}\r\n\r\n${text}${html}`;
}

/** A server that writes its emails to a folder. */
export async function startWithFolder(campusFolder?: string) {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-follow-ups-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const server = await startTestServer({
    tools: [raLogsServer],
    variables: { QUAD_DATA: dataFolder },
    ...(campusFolder === undefined ? {} : { campusFolder }),
  });
  const folder = path.join(dataFolder, 'mail');
  const emails = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));
    return Promise.all(names.map(async (name) => ({ name, text: await readEmail(path.join(folder, name)) })));
  };
  return { server, emails, ra: await server.signIn('ra') };
}
