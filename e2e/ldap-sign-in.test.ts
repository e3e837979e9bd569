import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { ScriptedServer } from '../src/platform/server/ldap/testing/scripted-server.ts';
import {
  directoryEntry,
  fillDirectory,
  password,
  service,
} from '../src/platform/server/sign-in/ldap/testing/directory.ts';
import { startOwnPortal } from './setup/own-portal.ts';
import { expect, expectAccessible, test } from './setup/story.ts';

/** A portal with only a directory server to sign in with. */
const directory = new ScriptedServer();
let stopQuad: () => Promise<void>;
let campus: string;

test.beforeAll(async () => {
  await directory.open();
  fillDirectory(directory, 'openldap');
  campus = mkdtempSync(path.join(os.tmpdir(), 'quad-ldap-'));
  cpSync('campus', campus, { recursive: true });
  const file = path.join(campus, 'campus.yaml');
  const providers = [directoryEntry(directory.port, 'openldap')];
  writeFileSync(file, stringify({ ...parse(readFileSync(file, 'utf8')), providers }));
  stopQuad = await startOwnPortal(
    { QUAD_CAMPUS: campus, TEST_LDAP_SECRET: service.password },
    { isFilled: false },
  );
});
test.afterAll(async () => {
  await stopQuad();
  await directory.close();
  rmSync(campus, { recursive: true });
});

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
]) {
  test(`a person signs in with only the keyboard at ${viewport.width} px, after a wrong password and without scripts`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport,
      baseURL: process.env.STORIES_URL ?? '',
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto('/api/auth/providers/campus/login?redirect=/account/sessions');
    await expect(page).toHaveTitle('Quad | Sign in');
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.keyboard.type('ida');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not hers');
    await page.keyboard.press('Enter');

    await expect(page).toHaveTitle('Quad | Error: Sign in');
    await expect(page.getByRole('alert')).toContainText('The username or password is wrong');
    await expect(page.getByLabel('Username')).toHaveValue('ida');
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByLabel('Password')).toHaveValue('');
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/contact IT/);
    const { width } = viewport;
    expect((await page.locator('html').boundingBox())?.width).toBe(width);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter your password.')).toBeVisible();

    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/account\/sessions$/);
    await context.close();
  });
}

test('the form is accessible in light and dark, empty and after a mistake', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${process.env.STORIES_URL}/api/auth/providers/campus/login`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter your username.')).toBeVisible();
    await expectAccessible(page);
  }
});
