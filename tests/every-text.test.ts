import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { placePermissions, places } from '../src/places.ts';
import { type Call, pathOf } from '../src/platform/contract/call.ts';
import type { Problem } from '../src/platform/contract/problem.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import type { TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';

const calls = groupCalls(serverTools).flatMap((group) => group.calls);
const ofTheLibrary = 'a text of the schema library';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  // Everything without a sentence of ours gets this instead of its English one.
  z.config({ localeError: () => ofTheLibrary });
  server = await createTestServer({ tools: serverTools, places, placePermissions });
  it = await server.signIn('it');
});
afterAll(async () => {
  await server.stop();
  z.config(z.locales.en());
});

type Shape = z.core.JSONSchema.JSONSchema;
const schemaOf = (shape: z.ZodType): Shape => z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });

/** Formats whose pattern has a fixed length. */
const fixedFormats = ['uuid', 'date'];

/** Where a shape accepts text or a list of any length. */
function endlessPlaces(shape: Shape | boolean, path: string): string[] {
  if (typeof shape === 'boolean') return [];
  const { type, format = '', maxLength, maxItems, enum: words, const: word, properties = {}, items } = shape;
  const isBounded =
    words !== undefined || word !== undefined || maxLength !== undefined || fixedFormats.includes(format);
  return [
    ...(type === 'string' && !isBounded ? [path] : []),
    ...(type === 'array' && maxItems === undefined ? [path] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => endlessPlaces(inner, `${path}.${name}`)),
    ...(items === undefined || Array.isArray(items) ? [] : endlessPlaces(items as Shape, `${path}[]`)),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])].flatMap((inner) =>
      endlessPlaces(inner, path),
    ),
  ];
}

describe('the input of a call', () => {
  test('has a limit wherever it is a text or a list', () => {
    const endless = calls.flatMap(({ name, params, query, body }) =>
      [params, query, body?.shape]
        .filter((shape) => shape !== undefined)
        .flatMap((shape) => endlessPlaces(schemaOf(shape), name)),
    );
    expect(endless).toEqual([]);
  });
});

/** Of every type; none of them is right everywhere. */
const wrong = [
  undefined,
  null,
  true,
  7,
  -1.5,
  1e300,
  '',
  'x',
  '2026-13-01',
  [],
  [[]],
  {},
  'y'.repeat(20_000),
];

const named = calls
  .filter(({ query, body }) => query !== undefined || body !== undefined)
  .map((call) => [call.name, call] as const);

test.each(named)(
  '%s says in our own words what is wrong with a value of another type',
  async (_name, call) => {
    const sentences: string[] = [];
    for (const request of wrongRequests(call)) {
      const { body } = await it.fetch(call.method, request.url, request.options);
      sentences.push(...Object.values((body as Problem | undefined)?.fields ?? {}));
    }
    for (const sentence of sentences) {
      expect(sentence).not.toContain(ofTheLibrary);
      expect(sentence).toMatch(/^[A-Z"].*\.$/);
    }
  },
);

test('a few of them, word for word', () => {
  const shape = z.object({
    name: z.string(),
    days: z.coerce.number().int().min(1).max(366),
    copies: z.int().min(1),
    kind: z.enum(['svg', 'png']),
    only: z.literal('all'),
    owner: z.email().or(z.literal('')),
    people: z.array(z.string()).max(3),
    asked: z.boolean(),
  });
  const sayAll = (value: object) =>
    Object.fromEntries(shape.safeParse(value).error?.issues.map((one) => [one.path[0], one.message]) ?? []);
  expect(sayAll({ days: 1 })).toMatchObject({ name: 'This is required.', people: 'This is required.' });
  expect(
    sayAll({
      name: 7,
      days: 'x',
      copies: 0,
      kind: 'gif',
      only: 1,
      owner: 'a',
      people: [1, 2, 3, 4],
      asked: 1,
    }),
  ).toEqual({
    name: 'Enter text.',
    days: 'Enter a whole number from 1 to 366.',
    copies: 'Enter a whole number of at least 1.',
    kind: 'Choose one of: svg, png.',
    only: 'Enter "all".',
    owner: 'Enter an email address, such as name@college.edu.',
    people: 'Use at most 3 items.',
    asked: 'Choose true or false.',
  });
});

interface Request {
  url: string;
  options: { payload?: string; headers?: Record<string, string> };
}

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** One field at a time in query and body, and the body as a whole. */
function wrongRequests(call: Call): Request[] {
  const { body } = call;
  const id = '0199f0a0-0000-7000-8000-000000000000';
  const path = pathOf(call, {
    id,
    provider: 'demo',
    building: 'Anderson',
    shortUrl: 'x',
    page: 'x',
    secret: 'x',
  });
  const namesOf = (shape: z.ZodType) => Object.keys(schemaOf(shape).properties ?? {});
  const inQuery = (call.query === undefined ? [] : namesOf(call.query)).flatMap((name) =>
    wrong.map((value) => ({
      url: `${path}?${new URLSearchParams({ [name]: String(value).slice(0, 2_000) })}`,
      options: {},
    })),
  );
  if (body === undefined || body.kind === 'upload') return inQuery;
  const send = (value: unknown): Request => ({
    url: path,
    options: {
      headers: { 'content-type': types[body.kind] },
      payload:
        body.kind === 'json'
          ? (JSON.stringify(value) ?? '')
          : String(new URLSearchParams(value as Record<string, string>)),
    },
  });
  const fields = namesOf(body.shape).flatMap((name) => wrong.map((value) => send({ [name]: value })));
  return [...inQuery, ...fields, ...(body.kind === 'json' ? wrong.map(send) : [send({})])];
}
