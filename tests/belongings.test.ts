import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placePermissions, places } from '../src/places.ts';
import { readAccount } from '../src/platform/contract/account.ts';
import type { Email } from '../src/platform/server/mail/email.ts';
import type { TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import type { DemoOwner, ExampleMaker } from '../src/platform/server/tool/examples.ts';
import { endThings, handOverThings, readBelongings } from '../src/tools/comings-and-goings/contract.ts';
import { createReceivedEmail } from '../src/tools/comings-and-goings/server/received-email.ts';
import { readDraft, saveDraft } from '../src/tools/grants/contract.ts';
import { serverTools } from '../src/tools/server.ts';
import { exampleMaker, examplesOf } from './examples.ts';

let server: TestServer;
let it: TestClient;
let make: ExampleMaker;
let leaver: DemoOwner;
let successor: DemoOwner;

beforeAll(async () => {
  const variables = examplesOf('variables');
  server = await createTestServer({ tools: serverTools, places, placePermissions, variables });
  it = await server.signIn('it');
  make = exampleMaker(server);
  const known = async (key: string): Promise<DemoOwner> => {
    const { id, name, email } = (await (await server.signIn(key)).send(readAccount)).body;
    return { key, id, name, email };
  };
  leaver = await known('it');
  successor = await known('it2');
  await server.signIn('nogroups');
});
afterAll(() => server.stop());

const examples = examplesOf('belongings');
const kinds = () => server.quad.platform.belongings();

async function ownedBy({ id }: DemoOwner, kind: string): Promise<string[]> {
  const { body, text } = await it.send(readBelongings, { params: { id } });
  if (body.data === undefined) throw new Error(text);
  return body.data.kinds
    .filter((one) => one.kind === kind)
    .flatMap(({ things }) => things.map(({ key }) => key));
}

test('each kind that a tool declares has an example, and its own name', () => {
  const names = kinds().map(({ kind }) => kind);
  expect(Object.keys(examples).toSorted()).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(names.length);
});

test('what is handed over is the successor’s, no longer the leaver’s, and passes on once', async () => {
  for (const { kind, handOver } of kinds()) {
    const example = examples[kind];
    if (example === undefined || handOver === undefined) continue;
    // Of seats, a person has one.
    const other = kind === 'grants.seats' ? null : await example.make(make, leaver);
    const key = await example.make(make, leaver);
    const before = [await ownedBy(leaver, kind), await example.has(make, leaver, key)];
    expect({ kind, before }).toEqual({ kind, before: [expect.arrayContaining([key]), true] });

    const send = (to: string) =>
      it.send(handOverThings, { params: { id: leaver.id }, body: { to, things: [{ kind, keys: [key] }] } });
    const both = await Promise.all([send(successor.email), send(successor.email)]);
    expect({ kind, status: both.map(({ status }) => status).toSorted() }).toEqual({
      kind,
      status: [200, 409],
    });
    expect({
      kind,
      leaver: [(await ownedBy(leaver, kind)).includes(key), await example.has(make, leaver, key)],
      successor: [(await ownedBy(successor, kind)).includes(key), await example.has(make, successor, key)],
    }).toEqual({ kind, leaver: [false, false], successor: [true, true] });
    // Another one of theirs stays theirs.
    if (other === null) continue;
    const kept = [leaver, successor].map(async (owner) => (await ownedBy(owner, kind)).includes(other));
    expect({ kind, kept: await Promise.all(kept) }).toEqual({ kind, kept: [true, false] });
  }
});

test('the email to the successor has no name of a file, which may be for a few people only', async () => {
  const kind = 'files.published';
  const key = (await examples[kind]?.make(make, leaver)) ?? '';
  const things = [{ kind, keys: [key] }];
  await it.send(handOverThings, { params: { id: leaver.id }, body: { to: successor.email, things } });
  const { body } = await it.send(readBelongings, { params: { id: successor.id } });
  const file = body.data.kinds.flatMap((one) => one.things).find((thing) => thing.key === key);
  const { platform } = server.quad;
  const sent: string[] = [];
  const mail = { ...platform.mail, send: async ({ text }: Email) => `${sent.push(text)}` };
  await createReceivedEmail({ ...platform, mail }).run(
    { id: randomUUID(), from: leaver.id, to: successor.id, things },
    { log: platform.log, signal: new AbortController().signal },
  );
  expect(sent).toEqual([
    expect.stringMatching(/Published files:\n {2}A file of type \w+, published \w{3} \d+, \d{4}\n/),
  ]);
  expect(file?.title).toMatch(/\.\w+$/);
  expect(sent[0]).not.toContain(file?.title);
});

test('what ends is no one’s anymore', async () => {
  for (const { kind, end } of kinds()) {
    const example = examples[kind];
    if (example === undefined || end === undefined) continue;
    const owner = kind === 'grants.seats' ? successor : leaver;
    const key =
      kind === 'grants.seats' ? ((await ownedBy(owner, kind))[0] ?? '') : await example.make(make, owner);
    const other = kind === 'grants.seats' ? null : await example.make(make, owner);
    const things = [{ kind, keys: [key] }];
    const ended = await it.send(endThings, { params: { id: owner.id }, body: { things } });
    expect({ kind, ended: ended.body }).toEqual({ kind, ended: { data: { done: 1, refused: [] } } });
    expect({
      kind,
      has: await example.has(make, owner, key),
      owned: (await ownedBy(owner, kind)).includes(key),
      other: other === null || (await ownedBy(owner, kind)).includes(other),
    }).toEqual({
      kind,
      has: false,
      owned: false,
      other: true,
    });
  }
});

test('a funding application that IT withdraws leaves no draft of its applicant', async () => {
  const kind = 'grants.applications';
  const key = (await examples[kind]?.make(make, leaver)) ?? '';
  await server.database.pool.query("update grant_applications set state = 'Draft' where id = $1", [key]);
  const params = { id: key };
  const saved = await it.send(saveDraft, { params, body: { values: { department: 'Biology' } } });
  expect(saved.status).toBe(200);
  await it.send(endThings, { params: { id: leaver.id }, body: { things: [{ kind, keys: [key] }] } });
  expect((await it.send(readDraft, { params })).body.data).toBeNull();
});

test('who gets things may have the longest address', async () => {
  const to = `${'a'.repeat(237)}@sawtooth.example`;
  const things = [{ kind: 'files.published', keys: ['x'] }];
  const answer = await it.send(handOverThings, { params: { id: leaver.id }, body: { to, things } });
  expect(answer.body).toMatchObject({ reason: 'unknown-receiver' });
});

test('a tool that refuses one thing says why, and the rest goes on', async () => {
  const chosen = ['short-links.links', 'help-desk.submitted', 'ra-logs.follow-ups'];
  const things: { kind: string; keys: string[] }[] = [];
  for (const kind of chosen) things.push({ kind, keys: [(await examples[kind]?.make(make, leaver)) ?? ''] });
  const to = 'nogroups@sawtooth.example';
  const answer = await it.send(handOverThings, { params: { id: leaver.id }, body: { to, things } });
  expect(answer.body.data.done).toBe(1);
  expect(answer.body.data.refused.map(({ kind, why }) => [kind, why])).toEqual([
    ['short-links.links', expect.stringMatching(/ does not manage short links\.$/)],
    ['help-desk.submitted', 'Tickets they submitted can only end.'],
  ]);
  const refused = things
    .slice(0, 2)
    .map(async ({ kind, keys }) => (await ownedBy(leaver, kind)).includes(keys[0] ?? ''));
  expect(await Promise.all(refused)).toEqual([true, true]);
});

test('who owns something of a kind is found for many people at once, as the list of each one says', async () => {
  const { reader } = server.quad.platform;
  const people = [leaver, successor];
  for (const { kind, list, owners } of kinds()) {
    await examples[kind]?.make(make, leaver);
    const lists = await Promise.all(
      people.map(async (one) => ((await list(reader, one)).length > 0 ? one.id : [])),
    );
    const found = await owners(reader, [...people, { ...leaver, id: randomUUID(), email: '' }]);
    expect({ kind, found: found.toSorted() }).toEqual({ kind, found: lists.flat().toSorted() });
    expect({ kind, found }).toEqual({ kind, found: expect.arrayContaining([leaver.id]) });
  }
});
