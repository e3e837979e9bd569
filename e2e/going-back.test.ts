/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './setup/story.ts';

const links = '/departments/information-technology/redirects';

/** The mark of the dialog whose entry of the history this is. */
const dialogEntry = (page: Page) => page.evaluate(() => history.state?.dialog as string | undefined);

test('on a phone Back closes what covers the page, and a link inside it opens its page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'it', links);
  const heading = page.getByRole('heading', { level: 1, name: 'URL Shortener' });
  await page.getByRole('button', { name: 'Add URL' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Queue Manager' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Queue Manager' })).toBeVisible();
  await page.goBack();
  await expect(heading).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Queue Manager' })).toBeVisible();
  await page.goBack();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Find a page' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('combobox', { name: 'Find a page by name or keyword' })).toBeHidden();
});

test('on a computer a question goes with its page when someone goes back', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'it', '/departments/information-technology');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^URL Shortener/ })
    .click();
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: /^Delete/ });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Information Technology' })).toBeVisible();
  await expect(question).toBeHidden();
});

test('on a phone Back asks before it discards typed text', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'it', links);
  await page.getByRole('button', { name: 'Add URL' }).click();
  await page.getByRole('textbox', { name: 'Short URL' }).fill('flyer-7');
  const formEntry = await dialogEntry(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('textbox', { name: 'Short URL' })).toBeFocused();
  await page.keyboard.type('5');
  await expect(page.getByRole('textbox', { name: 'Short URL' })).toHaveValue('flyer-75');
  // Until the browser has left the entry of the question, it would go back by two.
  await expect.poll(() => dialogEntry(page)).toBe(formEntry);
  await page.goBack();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog', { name: 'Add URL' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'URL Shortener' })).toBeVisible();
});

test('Escape, pressed repeatedly, asks each time before typed text is lost', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'it', links);
  await page.getByRole('button', { name: 'Add URL' }).click();
  const field = page.getByRole('textbox', { name: 'Short URL' });
  await field.pressSequentially('flyer-8');
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
  // After a few times without another key, a browser no longer lets the page keep its dialog.
  for (let round = 1; round <= 5; round += 1) {
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(field).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog', { name: 'Add URL' })).toBeHidden();
});

test('on a phone a dialog can give way to another, over and over', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'it', links);
  const edit = page.getByRole('dialog', { name: 'Edit /r/ride-share' });
  for (let round = 1; round <= 2; round += 1) {
    await page.getByRole('button', { name: 'QR code and visits of /r/ride-share' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await expect(edit).toBeHidden();
  }
  // What is open when the page is loaded again is gone, and Back leaves the page.
  await page.getByRole('button', { name: 'Add URL' }).click();
  await expect(page.getByRole('dialog', { name: 'Add URL' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'URL Shortener' })).toBeVisible();
  await expect.poll(() => dialogEntry(page)).toBeUndefined();
  await page.goBack();
  await expect(page).not.toHaveURL((url) => url.pathname === links);
});

test('on a phone a dialog stays open on a device that is slow to go back', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    const back = history.back.bind(history);
    history.back = () => setTimeout(back, 2_000);
    addEventListener('popstate', () => document.body.setAttribute('data-went-back', ''));
  });
  await signIn(page, 'it', links);
  const form = page.getByRole('dialog', { name: 'Add URL' });
  await page.getByRole('button', { name: 'Add URL' }).click();
  await expect.poll(() => dialogEntry(page)).toBeDefined();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Add URL' }).click();
  await expect(page.locator('[data-went-back]')).toBeAttached();
  await expect.poll(() => dialogEntry(page)).toBeDefined();
  await expect(page.locator('dialog[open]')).toHaveCount(1);
});

for (const [browsers, hasApi] of [
  ['', true],
  [', in browsers without the Navigation API', false],
] as const) {
  test(`on a phone the menu asks each time before typed text is lost, and then opens the page${browsers}`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    if (!hasApi) await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
    await signIn(page, 'it', '/support/submit-help-desk-ticket');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Typed on a phone');
    for (const answer of ['Keep editing', 'Keep editing', 'Discard']) {
      await page.getByRole('button', { name: 'Open the menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu.getByRole('link', { name: 'Queue Manager' }).first().click();
      const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
      await question.getByRole('button', { name: answer }).click();
      await expect(question).toBeHidden();
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Queue Manager' })).toBeVisible();
  });

  for (const width of [360, 1280]) {
    test(`Back asks each time before typed text is lost, ${width} px${browsers}`, { tag: '@long' }, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      if (!hasApi) await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
      await signIn(page, 'it', '/my-dashboard');
      await page.goto('/support');
      await page.getByRole('main').getByRole('link', { name: 'Submit Help Desk Ticket' }).click();
      const subject = page.getByRole('textbox', { name: 'Subject' });
      await subject.fill('Typed before going back');
      await subject.scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => scrollY);
      for (const answer of ['Keep editing', 'Keep editing', 'Discard']) {
        await expect(subject).toHaveValue('Typed before going back');
        expect(await page.evaluate(() => scrollY)).toBe(scrolled);
        await page.evaluate(() => history.back());
        const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
        await question.getByRole('button', { name: answer }).click();
        await expect(question).toBeHidden();
      }
      await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
      await expect(page).toHaveURL('/support');
      await page.goBack();
      await expect(page).toHaveURL('/my-dashboard');
    });
  }
}

test('leaving a half-filled form without a network asks in our own words', { tag: '@long' }, async ({
  page,
  context,
}) => {
  let isAskedByBrowser = false;
  page.on('dialog', (dialog) => {
    isAskedByBrowser = true;
    void dialog.dismiss();
  });
  await signIn(page, 'student', '/support/submit-help-desk-ticket');
  await page.getByLabel('Subject').fill('The door of my room');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('link', { name: /, home$/ }).click();
  await page
    .getByRole('dialog', { name: 'You have unsaved changes' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect(page.getByLabel('Subject')).toHaveValue('The door of my room');
  expect(isAskedByBrowser).toBe(false);
});
