import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNginx, whyNoNginx } from '../harness/nginx.ts';
import { endAll } from '../harness/scope.ts';
import { talk } from '../src/platform/server/http/testing/wire.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { chunking, doublyRefused, framing, type Shape, targets } from './hostile/shapes.ts';

const shapes = [...framing, ...chunking, doublyRefused, ...targets].map(
  (shape) => [shape.what, shape] as const,
);
const reason = whyNoNginx();
if (reason !== null) console.warn(`Skipping requests through nginx: ${reason}.`);

let server: TestServer;
let address = '';
/** Requests that Quad has seen. */
let seen = 0;
beforeAll(async () => {
  server = await createTestServer();
  address = await server.listen();
  for (const event of ['request', 'clientError']) {
    server.quad.app.server.on(event, () => {
      seen += 1;
    });
  }
});
afterAll(async () => {
  await endAll();
  await server.stop();
});

const answersIn = (text: string) => text.split(/(?=HTTP\/1\.[01] \d\d\d )/).filter((part) => part !== '');
const statusOf = (answer = '') => Number(answer.slice(9, 12));

describe('a request with', () => {
  test.each(shapes)(
    '%s is handled as one request and nothing is smuggled behind it',
    async (_what, shape: Shape) => {
      const answers = answersIn(await talk(address, Buffer.from(shape.bytes, 'latin1')));
      expect(answers.map(statusOf)).toEqual(Array.from({ length: shape.answers ?? 1 }, () => shape.status));
      if (shape.status >= 400) expect(answers[0]).toContain('application/problem+json');
      expect((await fetch(`${address}/health/live`)).status).toBe(200);
    },
  );
});

describe.skipIf(reason !== null)('through nginx, a request with', () => {
  let proxied = '';
  beforeAll(async () => {
    const port = Number(new URL(address).port);
    proxied = (await startNginx([port, port])).url;
  });

  // nginx itself handles the oldest HTTP, which has no status.
  const modern = shapes.filter(([what]) => what !== 'HTTP/0.9');
  test.each(modern)(
    '%s is the same number of requests for nginx and for Quad',
    async (_what, shape: Shape) => {
      seen = 0;
      // If nginx waits for more, the end of the connection ends the request.
      const answers = answersIn(await talk(proxied, Buffer.from(shape.bytes, 'latin1'), 300));
      // nginx's own statuses for an unknown coding or version are among these.
      for (const answer of answers)
        expect([501, 505, 200, 400, 403, 404, 413, 415, 421]).toContain(statusOf(answer));
      expect(answers.filter((answer) => answer.includes('nosniff'))).toHaveLength(seen);
      expect((await fetch(`${proxied}/health/live`)).status).toBe(200);
    },
  );
});
