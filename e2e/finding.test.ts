import { expect, expectAccessible, signIn, test } from './setup/story.ts';

test('a tool is pinned on its page, put in order, and comes first on home and dashboard', async ({
  page,
}) => {
  const pinned = page.getByRole('region', { name: 'Pinned' });
  const items = pinned.getByRole('listitem');
  const saved = () => page.waitForResponse((response) => response.url().endsWith('/api/pins'));
  await signIn(page, 'approver3', '/support/tickets');
  const first = saved();
  await page.getByRole('button', { name: 'Pin this page', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unpin this page' })).toBeVisible();
  await first;
  await page.goto('/my-dashboard');
  await expect(items.last()).toHaveText('My Tickets');
  const before = await items.allInnerTexts();
  await pinned.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Move My Tickets up' }).focus();
  for (let place = before.length - 1; place > 0; place -= 1) {
    const move = saved();
    await page.keyboard.press('Enter');
    await move;
  }
  await expect(page.getByText(`My Tickets is now 1 of ${before.length}.`)).toHaveCount(1);
  // There is no further up: the focus is on the other button of its row.
  await expect(page.getByRole('button', { name: 'Move My Tickets down' })).toBeFocused();
  await expectAccessible(page);
  const list = page.getByRole('dialog').getByRole('listitem');
  const drop = saved();
  await list.nth(1).dragTo(list.nth(0));
  await drop;
  await page.getByRole('button', { name: 'Done' }).click();
  const [next = '', ...others] = before.slice(0, -1);
  await expect(items).toHaveText([next, 'My Tickets', ...others]);
  await page.goto('/');
  await expect(items).toHaveText([next, 'My Tickets', ...others]);
  await expect(page.locator('main h2').first()).toHaveText('Pinned');
});
