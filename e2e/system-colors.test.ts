/// <reference lib="dom" />
import type { Locator } from '@playwright/test';
import { expect, expectAccessibleInBoth, signIn, test } from './setup/story.ts';

// What Windows calls contrast themes.
test.use({ contextOptions: { forcedColors: 'active' } });

const lowerEdge = (element: Locator) =>
  element.evaluate((drawn) => {
    const { borderBottomColor, borderBottomWidth } = getComputedStyle(drawn);
    return `${borderBottomWidth} ${borderBottomColor}`;
  });

const decoration = (element: Locator) =>
  element.evaluate((drawn) => {
    const { textDecorationLine, outlineStyle } = getComputedStyle(drawn);
    return `${textDecorationLine} ${outlineStyle}`;
  });

test("in the system's colors people see which tab is open and which button is pressed", {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it', '/departments/information-technology/tickets');
  const tabs = page.getByRole('navigation').getByRole('link');
  const open = await lowerEdge(tabs.and(page.getByText('Tickets', { exact: true })));
  expect(open).not.toBe(await lowerEdge(tabs.and(page.getByText('Known issues', { exact: true }))));

  const counts = page.getByRole('button', { name: /New$/ });
  await counts.click();
  await expect(counts).toHaveAttribute('aria-pressed', 'true');
  expect(await lowerEdge(counts)).not.toBe(await lowerEdge(page.getByRole('button', { name: /Open$/ })));

  await page.goto('/departments/information-technology/tickets');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const answer = page.getByRole('button', { name: 'Answer', exact: true });
  await expect(answer).toHaveAttribute('aria-pressed', 'true');
  expect(await lowerEdge(answer)).not.toBe(
    await lowerEdge(page.getByRole('button', { name: 'Internal note' })),
  );
});

test("in the system's colors people see where they are in a menu, and what Enter would choose", {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'faculty', '/integrations/canvas/my-grade-files');
  await page.getByRole('button', { name: 'Canvas' }).click();
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link');
  expect(await decoration(entries.and(page.locator('[aria-current]')))).not.toBe(
    await decoration(entries.and(page.getByText('Upload Grades'))),
  );

  await page.keyboard.press('Control+k');
  const options = page.getByRole('option');
  expect(await decoration(options.first())).not.toBe(await decoration(options.nth(1)));
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const links = page.getByRole('dialog', { name: 'Menu' }).getByRole('link');
  expect(await decoration(links.and(page.locator('[aria-current]')))).not.toBe(
    await decoration(links.and(page.getByText('Support', { exact: true }))),
  );
});

test.describe('with more contrast', () => {
  test.use({ contextOptions: { contrast: 'more' } });

  test('someone who asks their system for more contrast gets it, in light and dark colors', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page, 'it', '/departments/information-technology/redirects');
    await expect(page.getByRole('table')).toBeVisible();
    const colorOf = (element: Locator) => element.evaluate((drawn) => getComputedStyle(drawn).color);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached();
      expect(await colorOf(page.locator('.quad-lead'))).toBe(await colorOf(page.locator('h1')));
    }
    await expectAccessibleInBoth(page);
  });
});
