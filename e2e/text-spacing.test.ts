/// <reference lib="dom" />
import { expect, signIn, test } from './setup/story.ts';
import { brokenWords, widenSpacing } from './setup/text-spacing.ts';

test('with wide text spacing, an email address breaks before the @ on a screen of 320 pixels', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await signIn(page, 'student', '/support');
  const address = page.getByRole('complementary', { name: 'Who helps' }).getByRole('link');
  await expect(address).toBeVisible();
  await widenSpacing(page);
  expect(await brokenWords(address)).toEqual([]);

  await page.goto('/departments/mail-copy-center/poster-queue');
  await expect(page.getByRole('button', { name: 'Ask for access' })).toBeVisible();
  await widenSpacing(page);
  const past = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(past).toBe(0);
});

test('in a sentence, an email address that fits into a line of its own stays whole', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'volunteer', '/my-dashboard');
  const address = page.getByRole('main').getByRole('link', { name: /@/ });
  await expect(address).toBeVisible();
  const lines = await address.evaluate((link) => {
    const text = document.createRange();
    text.selectNodeContents(link);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
});
