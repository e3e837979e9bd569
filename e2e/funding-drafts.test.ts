import { base } from './setup/funding.ts';
import { expect, signIn, test } from './setup/story.ts';

const isSave = (answer: { request(): { method(): string }; ok(): boolean }) =>
  answer.request().method() === 'PUT' && answer.ok();

test('what is undone after a draft was saved is undone in the draft, and leaving before that asks', async ({
  page,
}) => {
  await signIn(page, 'faculty', `${base}/apply`);
  const purpose = page.getByLabel('Research project');
  const first = page.waitForResponse(isSave);
  await purpose.check();
  await first;
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/drafts/*', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  const second = page.waitForResponse(isSave);
  await purpose.uncheck();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toContainText('You have unsaved changes');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  goOn();
  await second;
  await page.reload();
  await expect(purpose).not.toBeChecked();
});
