import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '../src/entry/demo.ts';
import { placePermissions, places } from '../src/places.ts';
import type { Call } from '../src/platform/contract/call.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import { refusalsByStatus } from '../src/platform/documents/refusals.ts';
import { type TurnWatch, watchTurns } from '../src/platform/server/testing/longest-turn.ts';
import type { TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';
import { exampleMaker, toolExamples } from './examples.ts';
import { expensiveTexts } from './fuzz/expensive-texts.ts';
import {
  brokenRequest,
  type Known,
  longestInAddress,
  requestWith,
  type Sent,
  textFieldsOf,
  validRequest,
} from './fuzz/requests.ts';

/** Fixed, so that a failure can be reproduced; `QUAD_FUZZ_SEED` and `QUAD_FUZZ_RUNS` search further. */
const seed = Number(process.env.QUAD_FUZZ_SEED ?? 20_261_121);
const numRuns = Number(process.env.QUAD_FUZZ_RUNS ?? 16);

let server: TestServer;
let it: TestClient;
let known: Known = {};
/** Processor time for one turn of the event loop, including sending; what this looks for takes seconds. */
const mostMilliseconds = 250;
let turns: TurnWatch;

beforeAll(async () => {
  server = await createTestServer({ tools: serverTools, places, placePermissions });
  await fillDemo(server.quad.platform, serverTools);
  it = await server.signIn('it');
  const make = exampleMaker(server);
  const found = await Promise.all(toolExamples.map((examples) => examples.known?.(make) ?? {}));
  const together = found.flatMap((some) => Object.entries<readonly string[]>(some));
  known = { provider: ['demo'] };
  for (const [field, values] of together) known = { ...known, [field]: [...(known[field] ?? []), ...values] };
  turns = watchTurns();
});
afterAll(() => server.stop());

/** Ends sessions, including our own; what it refuses is covered by its own tests. */
const left = new Set([
  'logout',
  'confirmLogout',
  ...toolExamples.flatMap(({ endsSessions = [] }) => endsSessions),
]);
const calls = groupCalls(serverTools)
  .flatMap((group) => group.calls)
  .filter((call) => !left.has(call.name));

const inside =
  /\.ts:\d|node_modules|at async|syntax error|violates|relation "|column "|invalid input|duplicate key|pg_/;
/**
 * What the platform refuses for any call: an address that is unreadable or belongs to another call, which may have a body
 * of another type, and too much at once.
 */
const ofEveryCall = [400, 404, 405, 414, 415, 429, 431];

function statusesOf(call: Call): Set<number> {
  const refusals = refusalsByStatus(call).keys();
  const { reply } = call;
  return new Set([...ofEveryCall, ...refusals, 200, 204, 'status' in reply ? reply.status : 200]);
}

async function assertHarmless(call: Call, sent: Sent): Promise<number> {
  const { url, ...rest } = sent;
  const answer = await it.fetch(call.method, url, rest);
  const type = String(answer.headers['content-type'] ?? '');
  expect(answer.status, answer.text).toBeLessThan(500);
  expect(statusesOf(call)).toContain(answer.status);
  if (answer.status >= 400) {
    expect(answer.text).not.toMatch(inside);
    // A browser that navigates there sees a page; everyone else gets a problem.
    if (!type.startsWith('text/html')) {
      expect(type).toBe('application/problem+json; charset=utf-8');
      expect(answer.body).toMatchObject({ status: answer.status, title: expect.any(String) });
    }
  }
  return answer.status;
}

const named = calls.map((call) => [call.name, call] as const);

test.each(named)(
  '%s responds to anything with a status that it declares, and never reveals its internals',
  async (_name, call) => {
    const seen = new Set<number>();
    const check = async (sent: Sent) => void seen.add(await assertHarmless(call, sent));
    await fc.assert(fc.asyncProperty(validRequest(call, known), check), {
      seed,
      numRuns: Math.ceil(numRuns / 4),
    });
    await fc.assert(fc.asyncProperty(brokenRequest(call, known), check), { seed, numRuns });
    // Otherwise all of this was refused at the door.
    expect([...seen].filter((status) => status !== 401 && status !== 403)).not.toEqual([]);
  },
  120_000,
);

test.each(named.filter(([, call]) => textFieldsOf(call).length > 0))(
  '%s reads a text that is made to be expensive without holding up anyone',
  { tags: 'long', timeout: 120_000 },
  async (_name, call) => {
    const slow: unknown[] = [];
    const watch = watchTurns();
    for (const field of textFieldsOf(call)) {
      for (const [what, write] of Object.entries(expensiveTexts)) {
        const text = write(field.longest);
        const sent = field.part === 'body' ? text : text.slice(0, longestInAddress).toWellFormed();
        const [request] = fc.sample(requestWith(call, known, field, sent), { seed, numRuns: 1 });
        if (request === undefined) throw new Error('There is no request.');
        watch.longest();
        await assertHarmless(call, request);
        const longest = watch.longest();
        if (longest > mostMilliseconds) slow.push([field.name, what, longest]);
      }
    }
    watch.stop();
    expect(slow).toEqual([]);
  },
);

test('nothing of it held up the server', () => {
  expect(turns.longest()).toBeLessThan(1_000);
  turns.stop();
});
