import { expect, signIn, test } from './setup/story.ts';

const board = '/departments/residence-life/resident-assistants/board';

/** The Monday of this week on the college's calendar, `Nov 16`; today if it is a Monday. */
function thisMonday(): string {
  const today = new Date(
    `${new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Boise' }).format()}T12:00:00Z`,
  );
  today.setUTCDate(today.getUTCDate() - ((today.getUTCDay() + 6) % 7));
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(today);
}

test('the board shows each building, as charts and as tables', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'reslife', board);
  await expect(page).toHaveTitle('Quad | Board');
  const open = page.getByRole('table', { name: 'Open follow-ups of each building' });
  await expect(open.getByRole('row')).toHaveCount(9);
  await expect(page.getByRole('img', { name: /^Anderson/ })).toBeVisible();
  const anderson = page.getByRole('figure', { name: 'Anderson' });
  await anderson.getByRole('button', { name: 'Show as a table' }).click();
  await expect(anderson.getByRole('row')).toHaveCount(13);
  const weeks = await anderson.getByRole('rowheader').allTextContents();
  expect(weeks[0]).toBe(`Week of ${thisMonday()}`);
  await page.getByLabel('Period').selectOption('Last 4 weeks');
  await expect(anderson.getByRole('row')).toHaveCount(5);
  await expect(page).toHaveURL(/\/board\?weeks=4$/);
  await open.getByRole('link', { name: 'Anderson' }).click();
  await expect(page).toHaveURL(/followUp=open/);
  await expect(page).toHaveURL(/building=Anderson/);

  await page.goBack();
  await expect(page.getByLabel('Period')).toHaveValue('4');
  const bars = anderson.getByRole('img', { name: /^Anderson/ });
  await expect(bars).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Period')).toHaveValue('4');
  await page.getByLabel('Period').selectOption('Last 12 weeks');
  await expect(page).toHaveURL(/\/board$/);
  await page.goto(`${board}?weeks=5`);
  await expect(page.getByLabel('Period')).toHaveValue('12');
});
