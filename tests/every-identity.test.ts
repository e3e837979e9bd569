import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { placePermissions, places } from '../src/places.ts';
import type { Call } from '../src/platform/contract/call.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import type { TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';
import { addressOf } from './every-call/address-of.ts';
import { fieldsOf } from './every-call/declared-shape.ts';
import { examplesOf } from './examples.ts';

/** Fields with the email of someone other than the caller; the tools name theirs in their examples. */
const notIdentity: Readonly<Record<string, readonly string[]>> = {
  ...examplesOf('namesOthers'),
  // People who want to sign in say who they are; the provider knows whether it is true.
  submitSignIn: ['email'],
};

/** Content that calls accept, by their names. */
const bodies = examplesOf('bodies') as Readonly<Record<string, unknown>>;

const calls = groupCalls(serverTools).flatMap((group) => group.calls);

let server: TestServer;
let it: TestClient;
let student: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: serverTools, places, placePermissions });
  it = await server.signIn('it');
  student = await server.signIn('student');
});
afterAll(() => server.stop());

describe('a field that could name a person', () => {
  const couldName =
    /^(e-?mail|.*(email|submittedBy|reviewedBy|requester|owner|author|personId|userId|user))$/i;

  test('names the caller, or the tool says why not', () => {
    const unexplained = calls.flatMap((call) => {
      const fields = [...Object.keys(fieldsOf(call.query)), ...Object.keys(fieldsOf(call.body?.shape))];
      const known = [...(call.identity ?? []), ...(notIdentity[call.name] ?? [])];
      return fields
        .filter((field) => couldName.test(field) && !known.includes(field))
        .map((field) => `${call.name}: ${field}`);
    });
    expect(unexplained).toEqual([]);
  });

  const identities = calls.flatMap((call) =>
    (call.identity ?? []).map((field) => [call.name, field, call] as const),
  );

  test.each(identities)('%s refuses another person in %s, in every spelling', async (_name, field, call) => {
    const others = [
      'student@sawtooth.example',
      ' STUDENT@Sawtooth.Example ',
      'it@sawtooth.example,student@sawtooth.example',
      'it\u200b@sawtooth.example',
      'ıt@sawtooth.example',
      'it@sawtooth.example.evil.example',
      'it',
      uuid(),
      // As long as an address may be.
      `${'a'.repeat(237)}@sawtooth.example`,
    ];
    // Where IT may act for others, someone who may not is refused.
    const [who, swap] = call.actsForOthers === undefined ? [it, (one: string) => one] : [student, swapped];
    for (const other of others.map(swap)) {
      const { status } = await sendWith(call, { [field]: other }, who);
      expect([other, status]).toEqual([other, 403]);
    }
    for (const trick of [['it@sawtooth.example', 'student@sawtooth.example'], { $ne: null }, 1, true]) {
      const { status } = await sendWith(call, { [field]: trick }, who);
      expect([trick, status]).toEqual([trick, expect.toBeOneOf([400, 403])]);
    }
  });
});

/** The names of both people changed places. */
function swapped(text: string): string {
  return text.replace(/student|it(?=@|$)/gi, (name) => (name.toLowerCase() === 'it' ? 'student' : 'it'));
}

/**
 * Sends this field besides what is required: in the address of a call without a body, otherwise as JSON or as a form with
 * files. In an address and in a form a list is the same field again and again.
 */
async function sendWith(call: Call, field: Record<string, unknown>, who: TestClient = it) {
  if (call.body === undefined) {
    const query = Object.entries(field).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
    );
    return who.fetch(call.method, `${addressOf(call)}?${query.join('&')}`);
  }
  const content: Record<string, unknown> = { ...valid(call), ...field };
  if (call.body.kind !== 'upload')
    return who.fetch(call.method, addressOf(call), {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(content),
    });
  const form = new FormData();
  for (const [name, values] of Object.entries(content))
    for (const value of [values].flat()) form.append(name, String(value));
  for (const [name, { required }] of Object.entries(call.body.files))
    if (required) form.append(name, new Blob(['a']), 'a.csv');
  const encoded = new Response(form);
  return who.fetch(call.method, addressOf(call), {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}

/** A valid body: what the tool says, or a meaningless text for each required field. */
function valid({ name: call, body }: Call): Record<string, unknown> {
  if (body === undefined) return {};
  const example = bodies[call];
  if (typeof example === 'object' && example !== null) return { ...example };
  const { required = [] } = z.toJSONSchema(body.shape, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(required.map((name) => [name, 'x']));
}
