import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endless } from '../../../../platform/server/testing/endless.ts';
import { ScriptedHttp } from '../../../../platform/server/testing/scripted-http.ts';
import { setPassword } from '../../contract.ts';
import { type Office, openOffice, suna, tokenIn, typedBy } from '../testing/reset-office.ts';
import { askRange } from './breached.ts';

const service = new ScriptedHttp();
let office: Office;
let url: string;
const logLines: Record<string, unknown>[] = [];
beforeAll(async () => {
  url = `${await service.open()}/range/`;
  office = await openOffice({ settings: { breachedPasswords: { url } }, logLines });
});
afterAll(async () => {
  await office.stop();
  await service.close();
});

const breached = 'a sail in the sun 1987';
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const range = (lines: string[]) => (response: Parameters<ScriptedHttp['answer']>[0]) =>
  void response.writeHead(200).end(lines.join('\r\n'));

test('a breached password is refused, the service learns five digits of its hash, and an outage lets it pass', async () => {
  await office.attempt(typedBy(suna));
  const token = tokenIn(await office.emailTo(suna.personalEmail, /^Set your new password/));
  const set = (password: string) => office.visitor().send(setPassword, { body: { token, password } });
  // What our own rules refuse is not looked up.
  const before = service.exchanges.length;
  expect((await set('Password12345')).status).toBe(400);
  expect(service.exchanges).toHaveLength(before);

  service.answer = range([`${'0'.repeat(35)}:3`, `${hashOf(breached).slice(5)}:42`]);
  const refused = await set(breached);
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { fields: { password: expect.stringContaining('data breach') } },
  ]);
  const { request, body } = service.exchanges[before] ?? { request: null, body: '-' };
  expect([request?.method, request?.url, body]).toEqual([
    'GET',
    `/range/${hashOf(breached).slice(0, 5)}`,
    '',
  ]);
  expect(request?.headers['add-padding']).toBe('true');
  expect(JSON.stringify([request?.headers, logLines])).not.toContain(hashOf(breached).slice(5, 15));

  service.answer = (response) => response.writeHead(503).end();
  expect((await set(breached)).status).toBe(200);
  expect(logLines).toContainEqual(
    expect.objectContaining({ msg: expect.stringContaining('was not looked up') }),
  );
});

test('a made-up line, another password, and an invalid response count as not found', async () => {
  const { log } = office.server.quad.platform;
  const isBreached = askRange({ url }, log);
  const rest = hashOf(breached).slice(5);
  service.answer = range([`${rest.toLowerCase()}:7`]);
  expect(await isBreached(breached)).toBe(true);
  const answers: ScriptedHttp['answer'][] = [
    range([`${rest}:0`]),
    range([`${hashOf('another').slice(5)}:9`]),
    range(['<html>', rest]),
    range([]),
    (response) => response.writeHead(307, { location: url }).end(),
    (response) => response.destroy(),
  ];
  for (const answer of answers) {
    service.answer = answer;
    expect(await isBreached(breached)).toBe(false);
  }
  service.answer = () => undefined;
  expect(await askRange({ url, patience: 50 }, log)(breached)).toBe(false);
});

test('only a few megabytes of an endless list are read, and the password passes', async () => {
  const { sent, answer } = endless('text/plain', `${hashOf(breached).slice(5)}:7\r\n`);
  service.answer = answer;
  expect(await askRange({ url }, office.server.quad.platform.log)(breached)).toBe(false);
  expect(sent.bytes).toBeLessThan(50 * 1024 * 1024);
});
