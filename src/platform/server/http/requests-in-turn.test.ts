import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCall, jsonBody, jsonReply, uploadBody } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import { startTestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { route } from './context.ts';
import { connectionLimits } from './limits.ts';
import { createRequestsInTurn } from './requests-in-turn.ts';
import { openWire } from './testing/wire.ts';

const sent = { access: 'signed-in', method: 'POST', reply: jsonReply(z.object({})) } as const;
const shape = z.object({ title: z.string().optional() });
const file = { handling: 'parsed', maxBytes: 1e6, maxFiles: 1, required: false } as const;
const calls = {
  hold: defineCall({
    ...sent,
    name: 'hold',
    summary: 'Is held',
    path: '/api/hold',
    body: jsonBody(shape),
  }),
  keep: defineCall({
    ...sent,
    name: 'keep',
    summary: 'Is held with a file',
    path: '/api/keep',
    body: uploadBody(shape, { file }),
  }),
  pass: defineCall({ ...sent, name: 'pass', summary: 'Passes', path: '/api/pass', body: jsonBody(shape) }),
};

let held: (() => void)[] = [];
let most = 0;
let isHolding = true;
beforeEach(() => {
  held = [];
  most = 0;
  isHolding = true;
});

async function hold() {
  if (!isHolding) return {};
  await new Promise<void>((resolve) => {
    held.push(resolve);
    most = Math.max(most, held.length);
  });
  return {};
}

/** Releases what is held now, and what comes later. */
function letGo() {
  isHolding = false;
  for (const release of held.splice(0)) release();
}

const tool = defineServerTool({
  tool: defineTool({ id: 'holding', title: 'Holding', permissions: {}, screens: {}, tiles: [] }),
  calls,
  start: async () => ({
    routes: [route(calls.hold, hold), route(calls.keep, hold), route(calls.pass, async () => ({}))],
  }),
});

const { workedOn } = connectionLimits.turns;

test("a few of one person's requests are worked on at once, and the others after them; no one else waits", async () => {
  const server = await startTestServer({ tools: [tool] });
  const [student, other] = [await server.signIn('student'), await server.signIn('staff')];
  const answers = Array.from({ length: 3 * workedOn }, () => student.send(calls.hold));
  await expect.poll(() => held.length).toBe(workedOn);
  expect((await other.send(calls.pass)).status).toBe(200);
  expect(held).toHaveLength(workedOn);
  held.shift()?.();
  await expect.poll(() => held.length).toBe(workedOn);
  letGo();
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(most).toBe(workedOn);
});

test('uploads, which may take long, hold up nothing else', async () => {
  const server = await startTestServer({ tools: [tool] });
  const student = await server.signIn('student');
  const answers = Array.from({ length: workedOn }, () => student.send(calls.keep));
  await expect.poll(() => held.length).toBe(workedOn);
  expect((await student.send(calls.pass)).status).toBe(200);
  letGo();
  await Promise.all(answers);
});

test("a few of one person's uploads are taken in at once; the others wait unread, and not for long", async () => {
  const uploads = { workedOn: 2, waiting: 9, wait: 200 };
  const server = await startTestServer({ tools: [tool], limits: { uploads } });
  const [student, other] = [await server.signIn('student'), await server.signIn('staff')];
  const first = Array.from({ length: 2 }, () => student.send(calls.keep));
  await expect.poll(() => held.length).toBe(2);
  const third = await student.send(calls.keep);
  expect([third.status, third.headers['retry-after']]).toEqual([429, '5']);
  const theirs = other.send(calls.keep);
  await expect.poll(() => held.length).toBe(3);
  const fourth = student.send(calls.keep);
  letGo();
  const answers = await Promise.all([...first, theirs, fourth]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

describe('a request that is over before its work started gives its turn back', () => {
  const type = 'content-type: application/json';
  const refused: [string, string[], boolean][] = [
    ['its body is not JSON', [type, 'content-length: 1', '', '{'], true],
    ['its body has another type', ['content-type: text/plain', 'content-length: 1', '', '{'], true],
    ['its body is too long', [type, 'content-length: 9000000', '', ''], true],
    ['its client leaves within the body', [type, 'content-length: 9', '', '{'], false],
  ];
  test.each(refused)('when %s', async (_why, rest, isAnswered) => {
    const server = await startTestServer({ tools: [tool], limits: { turns: { workedOn: 1, waiting: 9 } } });
    const student = await server.signIn('student');
    const address = await server.listen();
    const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const common = ['Host: localhost', 'Sec-Fetch-Site: same-origin', `Cookie: ${cookie}`];
    const begun = ['POST /api/hold HTTP/1.1', ...common, ...rest].join('\r\n');
    // Behind another request, its own response is never sent.
    const before = ['POST /api/hold HTTP/1.1', ...common, type, 'content-length: 2', '', '{}'].join('\r\n');
    for (const first of ['', before]) {
      isHolding = true;
      for (const _twice of [1, 2]) {
        const wire = await openWire(address);
        wire.write(first + begun);
        if (first === '' && isAnswered) await wire.until('HTTP/1.1 4');
        else await server.quad.app.inject('/health/live');
        wire.socket.destroy();
      }
      letGo();
      expect((await student.send(calls.pass)).status).toBe(200);
    }
  });
});

describe('in line', () => {
  const responseOf = () => new EventEmitter() as ServerResponse;
  const leave = (response: ServerResponse) => void response.emit('close');

  test('a request whose client has left is skipped', async () => {
    const turns = createRequestsInTurn({ workedOn: 1, waiting: 2 });
    const first = await turns.take('one', responseOf());
    const left = responseOf();
    const gone = expect(turns.take('one', left)).rejects.toMatchObject({ status: 429 });
    const next = turns.take('one', responseOf());
    leave(left);
    await first.during(async () => undefined);
    await next;
    await gone;
  });

  test('one more than may wait is refused, and anyone else is not', async () => {
    const turns = createRequestsInTurn({ workedOn: 1, waiting: 1 });
    const first = await turns.take('one', responseOf());
    const next = turns.take('one', responseOf());
    await expect(turns.take('one', responseOf())).rejects.toMatchObject({ status: 429 });
    await turns.take('another', responseOf());
    await first.during(async () => undefined);
    await (await next).during(async () => undefined);
    await turns.take('one', responseOf());
  });

  test('a turn lasts as long as its work, and ends once', async () => {
    const turns = createRequestsInTurn({ workedOn: 1, waiting: 9 });
    const response = responseOf();
    const first = await turns.take('one', response);
    let finish = (): void => undefined;
    const work = first.during(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const order: string[] = [];
    const next = turns.take('one', responseOf()).then(() => order.push('next'));
    void turns.take('one', responseOf()).then(() => order.push('after'));
    leave(response);
    await new Promise(setImmediate);
    expect(order).toEqual([]);
    finish();
    await Promise.all([work, next]);
    leave(response);
    await new Promise(setImmediate);
    expect(order).toEqual(['next']);
  });

  test('the end of a response that was worked on creates no error, whose stack trace every request would pay for', async () => {
    const abort = vi.spyOn(AbortController.prototype, 'abort');
    onTestFinished(() => abort.mockRestore());
    const turns = createRequestsInTurn({ workedOn: 1, waiting: 9 });
    const response = responseOf();
    await (await turns.take('one', response)).during(async () => undefined);
    leave(response);
    expect(abort).not.toHaveBeenCalled();
  });
});
