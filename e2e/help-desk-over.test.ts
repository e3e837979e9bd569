import { expect, message, signIn, test } from './setup/story.ts';

test('a reply that someone is writing stays when the ticket is merged in the meantime', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  const headers = { origin: baseURL ?? '' };
  await signIn(page, 'student', '/support/tickets');
  const [first, second] = await Promise.all(
    ['Story keyboard', 'Story keyboard again'].map(async (subject) => {
      const multipart = { subject, description: 'Two keys are stuck.', category: '', answers: '{}' };
      const answer = await page.request.post('/api/support/helpdesk', { multipart, headers });
      return (await answer.json()).data;
    }),
  );
  await page.goto(`/support/tickets/${second.id}`);
  await page.getByLabel('Your reply').fill('Half a reply');
  const it = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const desk = '/departments/information-technology/tickets';
  await signIn(it, 'it', `${desk}/${second.id}`);
  await it.getByRole('button', { name: 'Merge into one of these…' }).click();
  await it.getByLabel('Ticket of').selectOption(String(first.number));
  await it.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(it).toHaveURL((url) => url.pathname === `${desk}/${first.id}`);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('This ticket was merged into another one. Reply there.')).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveValue('Half a reply');

  // Nothing says that what was asked is solved.
  const list = await page.context().newPage();
  await list.goto('/support/tickets');
  const row = list.getByRole('row').filter({ hasText: `#${second.number}` });
  await expect(row.getByText('Merged')).toBeVisible();

  // What is left of the merged one can't be changed, so nothing there offers it.
  await it.goto(`${desk}/${second.id}`);
  await expect(it.getByText(`This ticket was merged into #${first.number}`)).toBeVisible();
  await expect(it.getByRole('complementary').getByText('student@sawtooth.example')).toBeVisible();
  await expect(it.getByRole('main')).not.toContainText(/, solved|waiting since/);
  await expect(it.getByRole('button', { name: 'Assign to me' })).toHaveCount(0);
  await expect(it.getByLabel('Status')).toHaveCount(0);
  await expect(it.getByLabel('Known issue')).toHaveCount(0);
});

test('someone who says too late that it did not help is not asked to reply', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'student', '/support/tickets');
  const headers = { origin: baseURL ?? '' };
  const multipart = { subject: 'Story mouse', description: 'It is stuck.', category: '', answers: '{}' };
  const submitted = await page.request.post('/api/support/helpdesk', { multipart, headers });
  const { id } = (await submitted.json()).data;
  await page.request.post(`/api/support/tickets/${id}/closing`, { headers });
  const rating = page.getByRole('group', { name: 'Did this help?' });
  await page.goto(`/support/tickets/${id}`);
  await rating.getByRole('button', { name: 'No' }).click();
  await expect(message(page, 'Thank you. Reply below if it still does not work')).toBeVisible();

  // As after 14 days.
  const { data } = await (await page.request.get(`/api/support/tickets/${id}`)).json();
  const late = { data: { ...data, can: { ...data.can, reply: false, reopen: false } } };
  await page.route(`**/api/support/tickets/${id}`, (route) => route.fulfill({ json: late }));
  await page.reload();
  await expect(page.getByText('it cannot be reopened anymore')).toBeVisible();
  await rating.getByRole('button', { name: 'No' }).click();
  await expect(message(page, 'Thank you')).toBeVisible();
});
