import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { placePermissions, places } from '../src/places.ts';
import type { Call } from '../src/platform/contract/call.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import type { TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';

/** Fixed, so that a failure can be looked at again; `QUAD_FUZZ_SEED` and `QUAD_FUZZ_RUNS` look further. */
const seed = Number(process.env.QUAD_FUZZ_SEED ?? 20_261_121);
const numRuns = Number(process.env.QUAD_FUZZ_RUNS ?? 100);

let server: TestServer;
let it: TestClient;
beforeAll(async () => {
  server = await createTestServer({ tools: serverTools, places, placePermissions });
  it = await server.signIn('it');
});
afterAll(() => server.stop());

/** Ends sessions, our own among them; what it refuses is covered by its own tests. */
const left = new Set([
  'logout',
  'confirmLogout',
  'endOtherSessions',
  'endOwnSession',
  'changePerson',
  'endPersonSession',
  'endPersonSessions',
]);
const calls = groupCalls(serverTools)
  .flatMap((group) => group.calls)
  .filter((call) => !left.has(call.name));

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '%',
    '_',
    '\\',
    "'; drop table people; --",
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '__proto__',
    '٣',
    '👩‍👩‍👧',
    'a\r\nSet-Cookie: x=1',
    'x'.repeat(6_000),
    '1e999',
    '-0',
    '2026-02-30T00:00:00Z',
    '00000000-0000-7000-8000-000000000000',
    'http://localhost:3000/r/x',
  ),
);
const anything = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], { toString: 'x' }),
  fc.array(hostileText, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The names that a shape declares, so that the noise lands where it is read. */
function namesOf(shape: z.ZodType | undefined): string[] {
  if (shape === undefined) return [];
  const described = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  return Object.keys(described.properties ?? {});
}

function requestOf(call: Call) {
  const body = call.body === undefined ? undefined : fieldsOf(namesOf(call.body.shape), anything);
  return fc.record({
    params: fieldsOf(
      namesOf(call.params),
      hostileText.filter((text) => text.isWellFormed() && text !== ''),
    ),
    query: fieldsOf([...namesOf(call.query), 'page', 'pageSize'], hostileText),
    body: body === undefined ? fc.constant(undefined) : fc.oneof(body, body, anything),
  });
}

function fieldsOf<T>(names: readonly string[], value: fc.Arbitrary<T>) {
  return fc.record(
    Object.fromEntries(names.map((name) => [name, value])) as Record<string, fc.Arbitrary<T>>,
    {
      requiredKeys: [],
    },
  );
}

function addressOf(call: Call, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const path = call.path.replace(/:([A-Za-z]+)/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name] ?? 'x')),
  );
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${path}?${search}`;
}

const contentType = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  upload: 'multipart/form-data; boundary=x',
};

function payloadOf(call: Call, body: unknown): { payload?: string; headers: Record<string, string> } {
  if (call.body === undefined) return { headers: {} };
  const headers = { 'content-type': contentType[call.body.kind] };
  if (call.body.kind === 'json') return { payload: JSON.stringify(body) ?? 'undefined', headers };
  if (call.body.kind === 'form') {
    const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
    return {
      payload: new URLSearchParams(
        fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      ).toString(),
      headers,
    };
  }
  const part = `content-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${JSON.stringify(body)}`;
  return { payload: `--x\r\n${part}\r\n--x--\r\n`, headers };
}

test.each(calls.map((call) => [call.name, call] as const))(
  '%s answers whatever is sent without a defect and without a word of its inside',
  async (_name, call) => {
    const property = fc.asyncProperty(requestOf(call), async ({ params, query, body }) => {
      const answer = await it.fetch(call.method, addressOf(call, params, query), payloadOf(call, body));
      expect(answer.status, answer.text).toBeLessThan(500);
      if (answer.status >= 400)
        expect(answer.text).not.toMatch(/\.ts:\d|node_modules|at async|syntax error|violates/);
    });
    await fc.assert(property, { seed, numRuns });
  },
  60_000,
);
