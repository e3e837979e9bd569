/// <reference lib="dom" />
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
});

for (const width of [360, 1440])
  test(`the id of a job that the browser does not let be copied is shown, to be selected, ${width} px`, {
    tag: width === 1440 ? '@long' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await signIn(page, 'it', '/departments/information-technology/queue?state=failed');
    const job = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Copy the id of/ }) });
    const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
    await expect(job.first()).not.toContainText(id);
    await job
      .first()
      .getByRole('button', { name: /^Copy the id of/ })
      .click();
    await expect(message(page, /Select the text and copy it\.$/)).toBeVisible();
    await expect(job.first()).toContainText(id);
    await expectAccessible(page);
  });

test('a short address that the browser does not let be copied is shown in the details', async ({ page }) => {
  await signIn(page, 'it', '/departments/information-technology/redirects');
  await page
    .getByRole('button', { name: /^Copy the short address \/r\// })
    .first()
    .click();
  await expect(message(page, /Select the text and copy it\.$/)).toBeVisible();
  await expect(page.getByRole('dialog').getByText(/^[^/]+\/r\/\S+$/)).toBeVisible();
});
