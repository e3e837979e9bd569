/// <reference lib="dom" />
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { inOwnPortal } from './setup/own-portal.ts';
import { expect, expectAccessible, message, phoneOptions, signIn, test } from './setup/story.ts';

// A new password signs someone out everywhere, including in the stories that run at the same time.
inOwnPortal();

/** The newest email to this address, as the person finds it in their personal mailbox. */
async function emailTo(address: string, subject: RegExp): Promise<string> {
  const folder = path.join(process.env.STORIES_DATA ?? '', 'mail');
  let text = '';
  await expect
    .poll(async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('password-'));
      const emails = await Promise.all(
        names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
      );
      const found = emails.find(
        (email) => email.to?.some((to) => to.address === address) && subject.test(email.subject ?? ''),
      );
      text = found?.text ?? '';
      return text;
    })
    .not.toBe('');
  return text;
}

test('a student who forgot their password sets a new one on a phone and signs in with it, and IT sees how', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    ...phoneOptions(360, 740),
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password Reset');
  await expectAccessible(page);
  const submit = page.getByRole('button', { name: 'Reset my password' });
  await expect(submit).toBeDisabled();
  const fill = async (id: string) => {
    await page.getByLabel('College email').fill('ra@sawtooth.example');
    await page.getByLabel('College ID').fill(id);
    await page.getByLabel('Birthdate').fill('07/24/2004');
    await page.getByLabel(/^Last 4 digits/).fill('8809');
    await page.getByLabel('Personal phone number').fill('(208) 555-0109');
  };
  await fill('111111');
  await expect(page.getByText('Checked: you are not a robot.')).toBeVisible();
  await submit.click();
  await expect(page.getByRole('alert')).toContainText(
    'If your information is accurate, you will receive an email with further instructions.',
  );
  // What was typed is still there, and the captcha starts over.
  await expect(page.getByLabel('College ID')).toHaveValue('111111');
  await fill('800202');
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(page.getByText('Successfully reset password.')).toBeVisible();
  await expectAccessible(page);

  const email = await emailTo('ra@home.example', /^Set your new password/);
  const link = /https?:\/\/\S+#\S+/.exec(email)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByText('For ra@sawtooth.example.')).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  // As on a phone that dropped the tab while its owner read the email again.
  await page.reload();
  await expect(page.getByText('For ra@sawtooth.example.')).toBeVisible();
  const password = page.getByLabel('New password');
  await password.fill('arlo benning');
  await expect(page.getByRole('listitem').filter({ hasText: 'Without your name' })).toHaveAttribute(
    'data-met',
    'false',
  );
  await expect(password).toHaveAccessibleDescription(/Without your name or username \(not yet\)/);
  await password.fill('velvet canyon lantern');
  await expect(page.locator('li[data-met="true"]')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password was changed');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('ra@sawtooth.example');
  await page.getByLabel('Password').fill('velvet canyon lantern');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: /Arlo Benning/ })).toBeVisible();

  await page.goto(link);
  await expect(page.getByText("This link doesn't work anymore.")).toBeVisible();
  await page.reload();
  await expect(page.getByText('Open the link in your email again.')).toBeVisible();
  await context.close();

  // IT sees both attempts, and what was typed in one of them only after asking for it.
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(desk, 'it', '/support/password-reset/attempts?PrincipalEmail=ra%40');
  await expect(desk.getByRole('row').filter({ hasText: 'ra@sawtooth.example' })).toHaveCount(2);
  await expect(desk.getByText('Link sent')).toBeVisible();
  await expect(desk.getByText('What was typed does not match.')).toBeVisible();
  await expectAccessible(desk);
  expect(await desk.content()).not.toContain('8809');
  await desk.getByRole('button', { name: 'Reveal what was typed for ra@sawtooth.example' }).first().click();
  const typed = desk.getByRole('dialog', { name: 'What was typed' });
  await expect(typed).toContainText('8809');
  await expect(typed).toContainText('The audit log now says that you looked at this.');

  await desk.goto('/support/password-reset/exclusions');
  await desk.getByRole('button', { name: 'Add Exclusion' }).first().click();
  const adding = desk.getByRole('dialog', { name: 'Add Exclusion' });
  await adding.getByLabel('College email').fill('ra@sawtooth.example');
  await adding.getByLabel('Expires').fill('2099-06-01T12:00');
  await adding.getByLabel('Reason').fill('Phone was stolen');
  await adding.getByRole('button', { name: 'Add Exclusion' }).click();
  await expect(message(desk, 'ra@sawtooth.example is excluded')).toBeVisible();
  await expectAccessible(desk);
  await desk.goto('/support/password-reset/check-eligibility');
  await desk.getByLabel('College email').fill('ra@sawtooth.example');
  await desk.getByRole('button', { name: 'Check' }).click();
  await expect(desk.getByRole('alert')).toContainText(
    'ra@sawtooth.example is not eligible for a self-serve password reset.',
  );
  await expect(desk.getByText('They are excluded.')).toBeVisible();
  await desk.goto('/support/password-reset/exclusions');
  await desk.getByRole('checkbox', { name: 'Select ra@sawtooth.example' }).check();
  await desk.getByRole('button', { name: 'Delete Selected' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(message(desk, 'Exclusion deleted')).toBeVisible();
});

/** The address in the QR code that a page shows, as a camera reads it. */
async function scanned(page: Page): Promise<string> {
  const picture = await page.getByRole('img', { name: /^QR code/ }).screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '';
}

test('two people in IT vouch for someone at the desk, who scans a code with a phone, sets a password, and signs in', {
  tag: '@long',
}, async ({ browser, baseURL }) => {
  const open = async (options = {}) =>
    (await browser.newContext({ baseURL: baseURL ?? '', ...options })).newPage();
  const first = await open();
  await signIn(first, 'it', '/support/password-reset/desk');
  await first.getByRole('button', { name: 'Vouch for someone' }).first().click();
  const dialog = first.getByRole('dialog', { name: 'Vouch for someone' });
  await dialog.getByLabel('College email').fill('it2@sawtooth.example');
  await dialog.getByLabel('ID they showed').selectOption('Passport');
  await dialog.getByRole('button', { name: 'Vouch', exact: true }).click();
  await expect(dialog.getByText(/The account is protected/)).toBeVisible();
  await expectAccessible(first);
  await dialog.getByLabel('College email').fill('faculty@sawtooth.example');
  await dialog.getByRole('button', { name: 'Vouch', exact: true }).click();
  const row = first.getByRole('row').filter({ hasText: 'Felix Carraway' });
  await expect(row).toContainText('Needs confirmation');
  await expect(row.getByRole('button', { name: /^Confirm/ })).toHaveCount(0);

  const second = await open();
  await signIn(second, 'it2', '/support/password-reset/desk');
  await second.getByRole('button', { name: 'Confirm faculty@sawtooth.example' }).click();
  const confirming = second.getByRole('dialog', { name: 'Confirm Felix Carraway' });
  await expect(confirming).toContainText('Iris Thornwell looked at their ID.');
  await expectAccessible(second);
  await confirming.getByRole('button', { name: 'Confirm and show the code' }).click();
  await expect(confirming.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(second);

  // Closed before the phone had it: the colleague shows another one, and the first is worthless.
  const lost = await scanned(second);
  await confirming.getByRole('button', { name: 'Done' }).click();
  await first.getByRole('button', { name: 'Show the code for faculty@sawtooth.example again' }).click();
  const again = first.getByRole('dialog', { name: 'New code for Felix Carraway' });
  await again.getByRole('button', { name: 'Show a new code' }).click();
  await expect(again.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(first);
  const phone = await open(phoneOptions(360, 740));
  const link = await scanned(first);
  expect(link).not.toBe(lost);
  await phone.goto(link);
  await expect(phone.getByText('For faculty@sawtooth.example.')).toBeVisible();
  await phone.getByLabel('New password').fill('marble thicket orbit');
  await phone.getByRole('button', { name: 'Set password' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your password was changed');
  await phone.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await phone.getByLabel('Email').fill('faculty@sawtooth.example');
  await phone.getByLabel('Password').fill('marble thicket orbit');
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByRole('button', { name: /Felix Carraway/ })).toBeVisible();

  expect(await emailTo('faculty@home.example', /^IT gave out a link/)).toContain('showed a passport');
  await first.reload();
  await expect(row).toContainText('Password set');
  await expect(row).toContainText('by Ivo Castell Brandt');
});

test('the captcha starts over when the connection comes back', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await page.goto('/support/password-reset');
  const email = page.getByLabel('College email');
  await expect(email).toBeVisible();
  await context.setOffline(true);
  await email.fill('ra@sawtooth.example');
  const failure = page.getByText('The check that you are not a robot failed.');
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Checked: you are not a robot.')).toBeVisible();
  await page.getByLabel('College ID').fill('800202');
  await page.getByLabel('Birthdate').fill('07/24/2004');
  await page.getByLabel(/^Last 4 digits/).fill('8809');
  await page.getByLabel('Personal phone number').fill('(208) 555-0109');
  await context.setOffline(true);
  const submit = page.getByRole('button', { name: 'Reset my password' });
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('You seem to be offline.');
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Checked: you are not a robot.')).toBeVisible();
  await expect(submit).toBeEnabled();
});

test('an exclusion is extended without a moment in which there is none', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'it', '/support/password-reset/exclusions');
  const exclude = async (day: string, press: string) => {
    await page.getByLabel(/^Expires/).fill(`${day}T12:00`);
    await page.getByRole('dialog').getByRole('button', { name: press }).click();
  };
  const open = async () => {
    await page.getByRole('button', { name: 'Add Exclusion' }).click();
    await page.getByLabel(/^College email/).fill('ra@sawtooth.example');
  };
  await open();
  await exclude('2098-01-01', 'Add Exclusion');
  const row = page.getByRole('row').filter({ hasText: 'ra@sawtooth.example' });
  await expect(row).toContainText('2098');
  await expect(page.getByRole('dialog')).toBeHidden();
  await open();
  await exclude('2099-01-01', 'Add Exclusion');
  await expect(page.getByRole('alert')).toContainText('You can replace that exclusion with this one.');
  await page.getByRole('button', { name: 'Replace Exclusion' }).click();
  await expect(row).toContainText('2099');
});

test('what was typed stays while the form is closed for a moment, and a page that opens then says that it is', async ({
  page,
}) => {
  const address = '**/api/support/password-reset/form';
  const comeBack = async () => {
    const read = page.waitForResponse(address);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await (await read).finished();
  };
  await page.goto('/support/password-reset');
  await page.getByLabel('College ID').fill('800202');
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { data: { ...data, isOn: false } } });
  });
  await comeBack();
  await page.getByLabel('College email').fill('ra@sawtooth.example');
  await expect(page.getByLabel('College ID')).toHaveValue('800202');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Passwords can't be reset here");
  await page.unroute(address);
  await comeBack();
  await expect(page.getByLabel('College ID')).toBeVisible();
});
