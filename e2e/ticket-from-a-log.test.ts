import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

const logs = '/departments/residence-life/resident-assistants/logs';

test('a finding from a round becomes a ticket, and solving it closes the follow-up', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  const newPage = async () => (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const ra = await newPage();
  await signIn(ra, 'ra');
  const sent = await ra.request.post('/api/departments/residence-life/resident-assistants/logs/add', {
    data: { building: 'Vorhees', followUp: true, exitDoors: true, comments: 'Jo Doe broke the router.' },
    headers: { 'sec-fetch-site': 'same-origin', origin: new URL(ra.url()).origin },
  });
  expect(sent.status()).toBe(201);

  await signIn(page, 'reslife', `${logs}?followUp=unassigned&building=Vorhees`);
  const card = page.getByRole('article').filter({ hasText: 'Jo Doe broke the router.' });
  await card.getByRole('link', { name: 'Create ticket' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('Follow-up in Vorhees');
  const description = page.getByLabel('Description');
  await expect(description).toHaveValue(/Extinguishers secure: No\nExit doors closed: Yes/);
  await expect(description).not.toHaveValue(/Jo Doe/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  const submitted = page.getByRole('region', { name: 'Submitted' });
  await expect(submitted).toContainText('Follow-up in Vorhees');
  await expect(page).toHaveURL(/submit-help-desk-ticket$/);

  const it = await newPage();
  await signIn(it, 'it', '/departments/information-technology/tickets?search=vorhees');
  await it.getByRole('link', { name: 'Follow-up in Vorhees' }).click();
  const about = it.getByRole('complementary', { name: 'About this ticket' });
  await expect(about).toContainText('From an RA log');
  await expect(about.getByRole('link', { name: 'Follow-up in Vorhees' })).toBeVisible();
  // A college may have people at the desk who see no RA logs.
  const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  const desk = await context.newPage();
  await desk.route(/information-technology\/tickets\//, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"ra-logs\.review",?/g, '');
    await route.fulfill({ response, body });
  });
  await signIn(desk, 'it', new URL(it.url()).pathname);
  const aboutIt = desk.getByRole('complementary', { name: 'About this ticket' });
  await expect(aboutIt.getByText('Follow-up in Vorhees')).toBeVisible();
  await expect(aboutIt.getByRole('link', { name: 'Follow-up in Vorhees' })).toHaveCount(0);
  await context.close();
  // Solving without an answer offers to close the follow-up, too.
  await it.getByLabel('Status', { exact: true }).selectOption('solved');
  const dialog = it.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mark as solved' }).click();
  await expect(dialog.getByLabel('What was done')).toHaveAccessibleDescription(/Enter what was done\./);
  await expectAccessible(it);
  await it.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await it.getByLabel('Your answer').fill('The router was replaced.');
  await it.getByRole('radio', { name: 'Solved' }).check();
  await expect(it.getByRole('checkbox', { name: /Close the follow-up in Vorhees/ })).toBeChecked();
  await expectAccessible(it);
  await it.getByRole('button', { name: 'Send answer' }).click();
  await expect(message(it, 'Your answer was sent')).toBeVisible();

  await page.goto(`${logs}?followUp=true&building=Vorhees`);
  const done = page.getByRole('article').filter({ hasText: 'Jo Doe broke the router.' });
  await expect(done).toContainText('The router was replaced.');
  await expect(done).toContainText('Closed by Iris Thornwell');
  // Someone else who sees the log, but not the ticket, is led to no refusal.
  await ra.goto('/departments/residence-life/resident-assistants/my-logs');
  const own = ra.getByRole('article').filter({ hasText: 'Jo Doe broke the router.' });
  await expect(own.getByText(/^Ticket #\d+$/)).toBeVisible();
  await expect(own.getByRole('link', { name: /^Ticket #/ })).toHaveCount(0);
  await done.getByRole('link', { name: /^Ticket #/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Follow-up in Vorhees' })).toBeVisible();
});
