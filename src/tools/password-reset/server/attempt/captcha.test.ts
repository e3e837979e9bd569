import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutsideCaptcha } from '../../../../platform/server/captcha/outside.ts';
import { endless } from '../../../../platform/server/testing/endless.ts';
import { json, ScriptedHttp } from '../../../../platform/server/testing/scripted-http.ts';
import { readResetForm, successText } from '../../contract.ts';
import { type Office, openOffice, suna, typedBy } from '../testing/reset-office.ts';

const service = new ScriptedHttp();
let office: Office;
let verifyUrl: string;
beforeAll(async () => {
  verifyUrl = `${await service.open()}/siteverify`;
  office = await openOffice({
    settings: { captcha: { kind: 'turnstile', siteKey: 'our-site-key', verifyUrl } },
    variables: { QUAD_CAPTCHA_SECRET: 'the secret of the service' },
  });
});
afterAll(async () => {
  await office.stop();
  await service.close();
});

const wrong = { ...typedBy(suna), id: '1' };
const attempt = async (captchaValue: string, typed: object = wrong) =>
  (await office.attempt({ ...typed, captchaValue })).status;
const solved = json(200, { success: true, hostname: 'localhost', challenge_ts: '2026-11-22T17:00:00Z' });

test("a service's captcha is checked by the service, counts only for this site, and works once", async () => {
  service.answer = solved;
  const first = await office.attempt({ ...typedBy(suna), captchaValue: 'one' });
  expect([first.status, first.body]).toMatchObject([200, { data: { message: successText } }]);
  const { request, body } = service.exchanges.at(-1) ?? { request: null, body: '' };
  expect([request?.method, request?.url]).toEqual(['POST', '/siteverify']);
  // Nothing about the person: neither the address nor what was typed.
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    ...{ secret: 'the secret of the service', response: 'one', sitekey: 'our-site-key' },
  });
  // The service may forget; we don't.
  expect(await attempt('one')).toBe(400);
  const twenty = await Promise.all(Array.from({ length: 20 }, () => attempt('two')));
  expect(twenty.filter((status) => status === 409)).toHaveLength(1);
  service.answer = json(200, { success: true, hostname: 'elsewhere.example' });
  expect(await attempt('solved on another site')).toBe(400);
  service.answer = json(200, { success: false, 'error-codes': ['invalid-input-response'] });
  expect(await attempt('made up')).toBe(400);
  const asked = service.exchanges.length;
  expect([await attempt('x'.repeat(5_000)), await attempt('')]).toEqual([400, 400]);
  expect(service.exchanges).toHaveLength(asked);
});

test('once a network has used up its attempts, we no longer ask the service', async () => {
  const network = office.newNetwork();
  const body = { ...wrong, captchaValue: 'made up again' };
  service.answer = json(200, { success: false, 'error-codes': ['invalid-input-response'] });
  const before = service.exchanges.length;
  const statuses: number[] = [];
  for (let count = 0; count < 25; count += 1) statuses.push((await office.attempt(body, network)).status);
  expect(statuses.at(-1)).toBe(429);
  expect(service.exchanges.length - before).toBe(statuses.filter((status) => status === 400).length);
});

test('B03: while the service is down, slow, or hostile, every attempt is refused, even a right one', async () => {
  const elsewhere = new ScriptedHttp();
  const elsewhereUrl = await elsewhere.open();
  elsewhere.answer = solved;
  const pouring = endless();
  const answers: Record<string, ScriptedHttp['answer']> = {
    'an outage': json(503, { success: true, hostname: 'localhost' }),
    'a page': (response) => response.writeHead(200).end('<html>Just a moment...</html>'),
    'a page without an end': pouring.answer,
    'another form': json(200, { success: 'true' }),
    'a cut connection': (response) => response.destroy(),
    elsewhere: (response) => response.writeHead(307, { location: `${elsewhereUrl}/siteverify` }).end(),
    'our secret is wrong': json(200, { success: false, 'error-codes': ['invalid-input-secret'] }),
  };
  const rows = async () => (await office.server.database.pool.query('select from reset_attempts')).rowCount;
  const before = await rows();
  for (const [what, answer] of Object.entries(answers)) {
    service.answer = answer;
    const refused = await office.attempt({ ...typedBy(suna), captchaValue: what });
    expect([what, refused.status, refused.text]).toEqual([
      what,
      404,
      expect.stringContaining('Something went wrong. Please contact IT.'),
    ]);
  }
  expect(await rows()).toBe(before);
  expect(pouring.sent.bytes).toBeLessThan(50 * 1024 * 1024);
  // Our secret went nowhere else.
  expect(elsewhere.exchanges).toEqual([]);
  await elsewhere.close();
  service.answer = () => undefined;
  const { unaudited } = office.server.quad.platform;
  const captcha = createOutsideCaptcha(
    { unaudited },
    { kind: 'hcaptcha', siteKey: '', secret: '', verifyUrl, hostname: 'localhost', patience: 50 },
  );
  await expect(captcha.verify('slow')).rejects.toMatchObject({ name: 'CaptchaDown' });
});

test("the service's scripts and frames are allowed on this one page", async () => {
  expect((await office.visitor().send(readResetForm)).body.data?.captcha).toEqual({
    kind: 'turnstile',
    siteKey: 'our-site-key',
  });
  const policyOf = async (path: string) =>
    String((await office.visitor().fetch('GET', path)).headers['content-security-policy']);
  for (const path of ['/support/password-reset', '/support/password-reset/?from=mail']) {
    const policy = await policyOf(path);
    expect(policy).toMatch(/script-src 'self'[^;]* https:\/\/challenges\.cloudflare\.com(;|$)/);
    expect(policy).toContain("frame-src 'self' https://challenges.cloudflare.com;");
  }
  for (const path of [
    '/',
    '/sign-in',
    '/support/password-reset/new-password',
    '/support/password-reset/desk',
  ])
    expect([path, await policyOf(path)]).toEqual([path, expect.not.stringContaining('cloudflare')]);
});

test('a service without its secret is a mistake in the settings', async () => {
  const settings = { captcha: { kind: 'recaptcha', siteKey: 'key' } };
  await expect(openOffice({ settings, people: [] })).rejects.toThrow(/QUAD_CAPTCHA_SECRET/);
});
