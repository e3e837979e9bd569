import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import { whileHeld } from '../../../platform/server/testing/other-transaction.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { changePerson, decideLinkRequest, listLinkRequests } from '../contract.ts';
import { peopleServer } from './index.ts';
import { findPerson, isSignedIn, lastActions } from './testing/people-office.ts';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [peopleServer] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.database.deleteFrom('people').execute();
  admin = await server.signIn('it');
});

const find = (search: string) => findPerson(admin, search);

describe('a link request', () => {
  /** Someone else signed in with the staff member's address, through another provider. */
  const leaveRequest = async (email = 'staff@sawtooth.example') => {
    const { id: personId } = await find(email);
    const id = uuid();
    const row = {
      id,
      provider: 'college',
      subject: `sub-${id}`,
      email,
      name: 'Stellan M.',
      person_id: personId,
    };
    await server.database.database.insertInto('link_requests').values(row).execute();
    return { id, personId, subject: row.subject };
  };
  const rowOf = (table: 'link_requests' | 'people', id: string) =>
    server.database.database.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const identitiesOf = (subject: string) =>
    server.database.database.selectFrom('identities').selectAll().where('subject', '=', subject).execute();

  it('waits for IT until it is decided', async () => {
    const staff = await server.signIn('staff');
    const { id } = await leaveRequest();
    expect((await staff.send(listWaiting)).body.data).toEqual([]);
    const { data } = (await admin.send(listWaiting)).body;
    expect(data).toEqual([expect.objectContaining({ title: 'Decide a link request', count: 1 })]);
    await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'refuse' } });
    expect((await admin.send(listWaiting)).body.data).toEqual([]);
  });

  it('is listed with the known person', async () => {
    await server.signIn('staff');
    const { id, personId } = await leaveRequest();
    const { data } = (await admin.send(listLinkRequests)).body;
    expect(data).toEqual([
      expect.objectContaining({
        id,
        provider: 'college',
        name: 'Stellan M.',
        person: expect.objectContaining({ id: personId, name: 'Stellan Marbury', providers: ['demo'] }),
      }),
    ]);
  });

  it('accepted, makes the new way to sign in belong to the same person', async () => {
    await server.signIn('staff');
    const { id, personId, subject } = await leaveRequest();
    expect((await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'link' } })).status).toBe(
      204,
    );
    expect(await identitiesOf(subject)).toEqual([
      expect.objectContaining({ person_id: personId, groups: [] }),
    ]);
    expect((await admin.send(listLinkRequests)).body.data).toEqual([]);
    expect(await lastActions(server, 1)).toEqual(['Iris Thornwell: link-request.link']);
    const entry = await server.database.database
      .selectFrom('audit_entries')
      .select('about')
      .where('subject_id', '=', id)
      .executeTakeFirst();
    expect(entry?.about).toBe(personId);
  });

  it('refused, leaves everything as it was', async () => {
    const staff = await server.signIn('staff');
    const { id, subject } = await leaveRequest();
    expect(
      (await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'refuse' } })).status,
    ).toBe(204);
    expect(await identitiesOf(subject)).toEqual([]);
    expect(await isSignedIn(staff)).toBe(true);
    expect((await admin.send(listLinkRequests)).body.data).toEqual([]);
    const again = await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'link' } });
    expect(again).toMatchObject({ status: 404, body: { reason: 'decided' } });
  });

  it.each(['link', 'refuse', 'separate'] as const)(
    'decided by %s leaves the one about someone else, who is signing in, as it was',
    async (decision) => {
      const student = await server.signIn('student');
      await server.signIn('staff');
      const { id: other, personId } = await leaveRequest('student@sawtooth.example');
      const { id } = await leaveRequest();
      const others = async () => [
        await rowOf('link_requests', other),
        await rowOf('people', personId),
        await isSignedIn(student),
      ];
      const before = await others();
      const decide = () => admin.send(decideLinkRequest, { params: { id }, body: { decision } });
      const answer = await whileHeld(server.database, { table: 'people', id: personId }, decide);
      expect(answer.status).toBe(204);
      expect(await others()).toEqual(before);
    },
  );

  it('for an address that was given to someone new blocks the earlier person and frees the address', async () => {
    const staff = await server.signIn('staff');
    const { id, personId } = await leaveRequest();
    expect(
      (await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'separate' } })).status,
    ).toBe(204);
    expect(await isSignedIn(staff)).toBe(false);
    expect(await find('staff')).toMatchObject({
      id: personId,
      blocked: true,
      addressReleased: true,
      version: 2,
    });
    await server.database.database
      .insertInto('people')
      .values({
        id: uuid(),
        email: 'staff@sawtooth.example',
        name: 'New Comer',
        given_name: 'New',
        family_name: 'Comer',
      })
      .execute();
    // They were only renamed. Their next sign-in brings their address.
    await admin.send(changePerson, { params: { id: personId }, body: { blocked: false } });
    expect(await find('Marbury')).toMatchObject({ blocked: false, addressReleased: true });
  });

  it('for an address that no one took is claimed back by unblocking', async () => {
    await server.signIn('staff');
    const { id, personId } = await leaveRequest();
    await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'separate' } });
    await admin.send(changePerson, { params: { id: personId }, body: { blocked: false } });
    expect(await find('Marbury')).toMatchObject({ blocked: false, addressReleased: false });
  });

  it('from someone who has an account keeps them out only if it lost its address', async () => {
    await server.signIn('staff');
    await server.signIn('student');
    const { id, subject } = await leaveRequest();
    await server.database.database
      .insertInto('identities')
      .values({ provider: 'college', subject, person_id: (await find('student')).id, groups: [] })
      .execute();
    expect((await admin.send(listLinkRequests)).body.data).toMatchObject([
      { id, hasAccount: true, isKeptOut: false },
    ]);
    const { data } = (await admin.send(listWaiting)).body;
    expect(data).toMatchObject([{ about: 'Until then, email goes to a former address.' }]);
    // Their address was given to someone else, so no other identifies them.
    const release = (at: Date | null) =>
      server.database.pool.query("update people set email_released_at = $1 where email like 'student@%'", [
        at,
      ]);
    await release(new Date());
    expect((await admin.send(listLinkRequests)).body.data).toMatchObject([
      { hasAccount: true, isKeptOut: true },
    ]);
    expect((await admin.send(listWaiting)).body.data).toMatchObject([
      { about: "Until then, this person can't sign in." },
    ]);
    await release(null);
    await leaveRequest();
    expect((await admin.send(listWaiting)).body.data).toMatchObject([
      { about: "Until then, some of these people can't sign in." },
    ]);
  });

  it('that was decided is gone for a second person who decides, even at the same moment', async () => {
    await server.signIn('staff');
    const { id } = await leaveRequest();
    const answers = await Promise.all(
      (['link', 'refuse'] as const).map((decision) =>
        admin.send(decideLinkRequest, { params: { id }, body: { decision } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  it('of an identity that already belongs to someone is refused and stays', async () => {
    await server.signIn('staff');
    await server.signIn('student');
    const { id, subject } = await leaveRequest();
    const { id: other } = await find('student');
    await server.database.database
      .insertInto('identities')
      .values({ provider: 'college', subject, person_id: other, groups: [] })
      .execute();
    const answer = await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'link' } });
    expect(answer).toMatchObject({ status: 409, body: { reason: 'identity-taken' } });
    expect((await admin.send(listLinkRequests)).body.data).toHaveLength(1);
  });

  it.each([
    ['has another address by now', { email: 'marbury@sawtooth.example' }],
    ['had to give the address away already', { disabled: true, email_released_at: new Date() }],
  ])('is out of date when the person %s: it takes nothing from them', async (_why, since) => {
    const staff = await server.signIn('staff');
    const { id, personId, subject } = await leaveRequest();
    const { database } = server.database;
    await database.updateTable('people').set(since).where('id', '=', personId).execute();
    const before = await find('Marbury');
    expect((await admin.send(listLinkRequests)).body.data).toEqual([]);
    expect((await admin.send(listWaiting)).body.data).toEqual([]);
    for (const decision of ['separate', 'link'] as const) {
      const answer = await admin.send(decideLinkRequest, { params: { id }, body: { decision } });
      expect(answer).toMatchObject({ status: 409, body: { reason: 'outdated' } });
    }
    expect(await find('Marbury')).toEqual(before);
    expect(await isSignedIn(staff)).toBe(!before.blocked);
    expect(await identitiesOf(subject)).toEqual([]);
    expect(
      (await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'refuse' } })).status,
    ).toBe(204);
  });

  it('cannot be used to block oneself', async () => {
    const { id } = await leaveRequest('it@sawtooth.example');
    const answer = await admin.send(decideLinkRequest, { params: { id }, body: { decision: 'separate' } });
    expect(answer).toMatchObject({ status: 403, body: { reason: 'own-account' } });
    expect(await isSignedIn(admin)).toBe(true);
  });

  it('accepts only the three decisions', async () => {
    await server.signIn('staff');
    const { id } = await leaveRequest();
    for (const decision of ['accept', '', null, ['link']]) {
      const answer = await admin.send(decideLinkRequest, {
        params: { id },
        body: { decision: decision as never },
      });
      expect(answer.status).toBe(400);
    }
  });
});
