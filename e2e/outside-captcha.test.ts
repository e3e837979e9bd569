/// <reference lib="dom" />
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { json, ScriptedHttp } from '../src/platform/server/testing/scripted-http.ts';
import { startOwnPortal } from './setup/own-portal.ts';
import { expect, expectAccessible, test } from './setup/story.ts';

/** A portal whose password reset uses Turnstile. Both the script and the check are a test's own: nothing goes out. */
const service = new ScriptedHttp();
let stopQuad: () => Promise<void>;
let campus: string;

test.beforeAll(async () => {
  const verifyUrl = `${await service.open()}/siteverify`;
  service.answer = json(200, { success: true, hostname: 'localhost' });
  campus = mkdtempSync(path.join(os.tmpdir(), 'quad-captcha-'));
  cpSync('campus', campus, { recursive: true });
  const file = path.join(campus, 'tools', 'password-reset.yaml');
  const captcha = { kind: 'turnstile', siteKey: 'a-site-key', verifyUrl };
  writeFileSync(file, stringify({ ...parse(readFileSync(file, 'utf8')), captcha }));
  stopQuad = await startOwnPortal({ QUAD_CAMPUS: campus, QUAD_CAPTCHA_SECRET: 'a secret' });
});
test.afterAll(async () => {
  await stopQuad();
  await service.close();
  rmSync(campus, { recursive: true });
});

/** Draws a button in place of the widget; each press is a new answer. */
const script = `
  let count = 0;
  window.turnstile = {
    render(holder, { sitekey, callback }) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Verify ' + sitekey;
      button.addEventListener('click', () => { button.disabled = true; callback('answer ' + ++count); });
      holder.append(button);
      return button;
    },
    reset(button) { button.disabled = false; },
  };`;

test("a service's captcha loads only on the form, works once, and can be tried again when it is blocked", {
  tag: '@long',
}, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.STORIES_URL ?? '' });
  const page = await context.newPage();
  let isBlocked = true;
  const asked: string[] = [];
  await page.route('https://challenges.cloudflare.com/**', async (route) => {
    asked.push(new URL(page.url()).pathname);
    if (isBlocked) await route.abort();
    else await route.fulfill({ contentType: 'text/javascript', body: script });
  });
  // Coming from another page, whose policy allows no scripts from a service.
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('A content blocker may be in the way.')).toBeVisible();
  await expectAccessible(page);
  isBlocked = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  const verify = page.getByRole('button', { name: 'Verify a-site-key' });
  const submit = page.getByRole('button', { name: 'Reset my password' });
  await page.getByLabel('College email').fill('student@sawtooth.example');
  await page.getByLabel('College ID').fill('111111');
  await page.getByLabel('Birthdate').fill('3/9/2005');
  await page.getByLabel(/^Last 4 digits/).fill('5142');
  await page.getByLabel('Personal phone number').fill('208-555-0108');
  await expect(submit).toBeDisabled();
  await verify.click();
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('If your information is accurate');
  await expect(submit).toBeDisabled();
  await page.getByLabel('College ID').fill('800201');
  await verify.click();
  await submit.click();
  await expect(page.getByText('Successfully reset password.')).toBeVisible();
  expect(service.exchanges.map(({ body }) => new URLSearchParams(body).get('response'))).toEqual([
    'answer 1',
    'answer 2',
  ]);
  expect(new Set(asked)).toEqual(new Set(['/support/password-reset']));
  // Neither the script nor the policy that allows it carries over to the page where someone signs in.
  const isThere = () => page.evaluate(() => 'turnstile' in window);
  expect(await isThere()).toBe(true);
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isThere()).toBe(false);
  await page.goBack();
  await expect(page.getByLabel('College ID')).toBeVisible();
  await context.close();
});
