import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { copyCampus } from '../../../../platform/server/testing/test-campus.ts';
import { createTestDesk, patience, type TestDesk } from './desk.ts';

export const token = 'zzsecrettokenzz';

/** A desk that hands its tickets over, as `help-desk.yaml` says. */
export async function deskWith(handOver: object, variables: Record<string, string> = {}) {
  const campus = copyCampus(['help-desk.submit', 'help-desk.work']);
  onTestFinished(() => campus.remove());
  const file = path.join(campus.folder, 'tools', 'help-desk.yaml');
  writeFileSync(file, stringify({ ...parse(readFileSync(file, 'utf8')), handOver }));
  const desk = await createTestDesk({ campusFolder: campus.folder, variables });
  onTestFinished(() => desk.stop());
  return { desk, student: await desk.server.signIn('student'), it: await desk.server.signIn('it') };
}

export interface Got {
  headers: IncomingMessage['headers'];
  url: string | undefined;
  body: Record<string, unknown>;
}

/** Responds to tickets as Zammad does, or as the test says. */
export async function startZammad() {
  const zammad = {
    got: [] as Got[],
    searches: [] as URL[],
    found: [] as { number: string; title: string }[],
    url: '',
    answer: (_response: ServerResponse) => undefined as unknown,
  };
  const server = createServer((request, response) => {
    const { headers, url } = request;
    if (request.method === 'GET') {
      const { pathname } = new URL(url ?? '', zammad.url);
      const reply = (status: number, content: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
      if (headers.authorization !== `Token token=${token}`) return void reply(401, {});
      if (pathname === '/api/v1/users/me') return void reply(200, { id: 3, login: 'quad' });
      if (pathname !== '/api/v1/tickets/search') return void reply(404, {});
      zammad.searches.push(new URL(url ?? '', zammad.url));
      return void reply(200, zammad.found);
    }
    void json(request).then((body) => {
      zammad.got.push({ headers, url, body: body as Record<string, unknown> });
      zammad.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  zammad.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  zammad.answer = (response) =>
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: 7, number: '67001', title: 'x' }));
  return zammad;
}

/** Retries every ticket that is waiting to be handed over now. */
export const tryAgain = (desk: TestDesk) =>
  desk.rows("update jobs.job set start_after = now() where name = 'help-desk.hand-over'");
/** Waits until every try to hand a ticket over has failed. */
export const waitForRetry = (desk: TestDesk) =>
  vi.waitFor(async () => {
    const jobs = await desk.rows("select state from jobs.job where name = 'help-desk.hand-over'");
    expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(['retry']));
  }, patience);
