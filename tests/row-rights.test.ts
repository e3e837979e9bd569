import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { copyCampus } from '../src/platform/server/testing/test-campus.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../src/platform/server/testing/test-server.ts';
import { addApprover } from '../src/tools/grants/contract.ts';
import { grantsServer } from '../src/tools/grants/server/index.ts';
import { listNotifications, saveNotification } from '../src/tools/notifications/contract.ts';
import { notificationsServer } from '../src/tools/notifications/server/index.ts';
import { listHolders, listPeople, listPermissions, readPerson } from '../src/tools/people/contract.ts';
import { peopleServer } from '../src/tools/people/server/index.ts';
import { createLink } from '../src/tools/short-links/contract.ts';
import { shortLinksServer } from '../src/tools/short-links/server/index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({
    tools: [shortLinksServer, grantsServer, peopleServer, notificationsServer],
  });
});
afterAll(() => server.stop());

test('what rows let someone do is on their page with the reason, and who has it is listed', async () => {
  const it = await server.signIn('it');
  await server.signIn('mailroom');
  const { body: found } = await it.send(listPeople, { query: { search: 'mailroom', page: 1 } });
  const id = found.data[0]?.id ?? '';
  const reasons = async () => {
    const { body } = await it.send(readPerson, { params: { id } });
    return body.data.permissions
      .map(({ about, groups, by }) => [about, by ?? groups.map(({ name, why }) => `${name} ${why}`).join()])
      .filter(([, reason]) => !reason?.endsWith(' null'));
  };
  expect(await reasons()).toEqual([]);

  await it.send(createLink, {
    body: { shortUrl: 'posters', longUrl: 'https://example.com/', ownerGroups: ['Domain-MailCenter'] },
  });
  const seat = { fullName: 'Mail Room', email: 'mailroom@sawtooth.example', required: false };
  expect((await it.send(addApprover, { body: seat })).status).toBe(201);
  expect(await reasons()).toEqual([
    ['See, add, and change the short links that your groups own.', 'Domain-MailCenter owns short links'],
    ['Vote on funding applications, and check final reports.', 'a seat on the list of approvers'],
  ]);

  const { body: declared } = await it.send(listPermissions, {});
  const besides = declared.data
    .filter((one) => one.besides !== null)
    .map((one) => [one.permission, one.besides]);
  expect(besides).toEqual([
    ['short-links.own', 'Domain-MailCenter, which owns short links'],
    ['grants.seat', 'a seat on the list of approvers'],
  ]);
  for (const permission of ['short-links.own', 'grants.seat']) {
    const { body } = await it.send(listHolders, { query: { permission, page: 1 } });
    expect(body.data.map(({ email }) => email)).toContain('mailroom@sawtooth.example');
  }
});

test('a group that manages all short links is not said to own some', async () => {
  const tools = [shortLinksServer, peopleServer];
  const campus = copyCampus(tools.flatMap(({ tool }) => Object.keys(tool.permissions)));
  onTestFinished(() => campus.remove());
  const file = path.join(campus.folder, 'access.yaml');
  const access = parse(readFileSync(file, 'utf8'));
  access.permissions['short-links.manage'] = ['Domain-Staff'];
  writeFileSync(file, stringify(access));
  const { signIn } = await startTestServer({ tools, campusFolder: campus.folder });
  const it = await signIn('it');
  await signIn('staff');
  await it.send(createLink, {
    body: {
      shortUrl: 'maps',
      longUrl: 'https://example.com/',
      ownerGroups: ['Domain-MailCenter', 'Domain-Staff'],
    },
  });
  const { body: declared } = await it.send(listPermissions, {});
  expect(declared.data.find(({ permission }) => permission === 'short-links.own')?.besides).toBe(
    'Domain-Staff, which has short-links.manage; Domain-MailCenter, which owns short links',
  );
  const { body: found } = await it.send(listPeople, { query: { search: 'staff@', page: 1 } });
  const { body } = await it.send(readPerson, { params: { id: found.data[0]?.id ?? '' } });
  const own = body.data.permissions.find(({ about }) => about.includes('your groups own'));
  expect(own?.groups).toMatchObject([{ name: 'Domain-Staff', why: 'has short-links.manage' }]);
});

test('someone who gets emails by a row alone chooses how, from the first one on', async () => {
  const it = await server.signIn('it');
  const guest = await server.signIn('nogroups');
  const topic = 'grants.applications';
  const topics = async () => (await guest.send(listNotifications)).body.data.map((one) => one.topic);
  const choose = () => guest.send(saveNotification, { body: { topic, choice: 'digest' } });
  expect(await topics()).not.toContain(topic);
  expect((await choose()).status).toBe(404);
  const seat = { fullName: 'Noor Grimsby', email: 'nogroups@sawtooth.example', required: true };
  await it.send(addApprover, { body: seat });
  const notification = { topic, page: 'http://localhost:3000/committees' };
  const email = { key: 'first', to: seat.email, subject: 'Your vote', text: 'It waits.', notification };
  await server.quad.platform.mail.send(email, new AbortController().signal);
  expect(await topics()).toContain(topic);
  expect((await choose()).body).toMatchObject({ data: { topic, choice: 'digest' } });
});
