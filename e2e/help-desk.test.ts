import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a question that must be answered is marked together with everything else, before anything is sent', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'student', '/support/submit-help-desk-ticket');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.getByLabel('Category').selectOption('Classroom');
  const room = page.getByLabel('Which room?');
  const submit = page.getByRole('button', { name: 'Submit ticket' });
  await submit.click();
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('Enter a subject.');
  await expect(room).toHaveAccessibleDescription('Enter an answer.');
  await page.getByLabel('Subject').fill('Story projector');
  await page.getByLabel('Description').fill('It shows a green stripe.');
  await submit.click();
  await expect(room).toBeFocused();
  expect(sent).toEqual([]);
});

test('a student asks with a photo, IT answers, the student is notified and replies, and it is solved', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // Code that this page has not loaded yet is gone, as when offline or after an upgrade: the form still works.
  await page.route('**/sending-files-*.js', (route) => route.abort());
  await signIn(page, 'student', '/support/submit-help-desk-ticket');
  await expect(page).toHaveTitle('Quad | Submit Help Desk Ticket');
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('Enter a subject.');
  await expect(page.getByLabel('Subject')).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel('Subject').fill('Story projector');
  await expect(
    page.getByRole('link', { name: 'Show your laptop on a classroom projector (opens in a new tab)' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Category').selectOption('Classroom');
  await page.getByLabel('Which room?').fill('Boone 126');
  await page.getByLabel('Description').fill('It shows a green stripe, see the photo.');
  await page.getByLabel(/^Attachments/).setInputFiles({
    name: 'stripe.png',
    mimeType: 'image/png',
    buffer: photo,
  });
  // A failure keeps everything, including the chosen photo.
  await page.route('**/api/support/helpdesk', (route) => route.abort());
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue(/green stripe/);
  await expect(page.getByText('stripe.png')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/support/helpdesk');
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  const submitted = page.getByRole('region', { name: 'Submitted' });
  await expect(submitted).toContainText(/Your ticket is #\d+: Story projector/);
  const number = /#\d+/.exec((await submitted.textContent()) ?? '')?.[0] ?? '';
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await expect(page.getByText('stripe.png')).toHaveCount(0);
  await submitted.getByRole('link', { name: 'Follow your ticket' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Story projector' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'stripe.png' })).toBeVisible();
  await expectAccessible(page);

  const it = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(it, 'it', '/departments/information-technology/tickets?search=story+projector');
  await expectAccessible(it);
  await it.getByRole('link', { name: 'Story projector' }).click();
  await it.getByRole('button', { name: 'Assign to me' }).click();
  await expect(message(it, 'Assigned to you')).toBeVisible();
  await it.keyboard.press('n');
  await it.getByLabel('Internal note').fill('Bulb was new in May.');
  await it.getByRole('button', { name: 'Add note' }).click();
  await expect(it.getByRole('article').filter({ hasText: 'Bulb was new in May.' })).toBeVisible();
  await it.keyboard.press('Escape');
  await it.getByRole('button', { name: 'Answer', exact: true }).click();
  await it.getByLabel('Your answer').fill('Does it do that with another laptop?');
  // Neither leaves the page, so the browser does not ask about the answer.
  const asked: string[] = [];
  it.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await it.getByRole('link', { name: 'student@sawtooth.example' }).click();
  const [attached] = await Promise.all([
    it.waitForEvent('download'),
    it.getByRole('link', { name: 'stripe.png' }).click(),
  ]);
  expect(attached.suggestedFilename()).toBe('stripe.png');
  expect(asked).toEqual([]);
  await it.getByRole('button', { name: 'Send answer' }).click();
  await expect(message(it, 'Your answer was sent')).toBeVisible();
  await expectAccessible(it);

  await page.goto('/');
  await page.getByRole('link', { name: `Reply to the help desk about ticket ${number}` }).click();
  await expect(page.getByText('Does it do that with another laptop?')).toBeVisible();
  await expect(page.getByText('Bulb was new in May.')).toHaveCount(0);
  await page.getByLabel('Your reply').fill('Yes, with every laptop.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(message(page, 'Your reply was sent')).toBeVisible();

  // IT writes without having seen the reply: refused, told why, and nothing typed is lost.
  await it.getByLabel('Your answer').fill('We replaced the cable.');
  await it.getByRole('radio', { name: 'Solved' }).check();
  await it.getByRole('button', { name: 'Send answer' }).click();
  await expect(it.getByRole('alert')).toContainText('Suna Okello Lind replied in the meantime.');
  await expect(it.getByText('Yes, with every laptop.')).toBeVisible();
  await expect(it.getByLabel('Your answer')).toHaveValue('We replaced the cable.');
  await it.getByRole('button', { name: 'Send answer' }).click();
  await expect(it.getByLabel('Your answer')).toHaveValue('');
  // The one about the previous answer may still be there.
  await expect(message(it, 'Your answer was sent').last()).toBeVisible();
  await expect(it.getByRole('alert')).toHaveCount(0);
  await it.getByRole('heading', { level: 1 }).click();
  await it.keyboard.press('u');
  await expect(it).toHaveURL(/\/tickets\?search=story\+projector&/);

  await page.goto('/support/tickets');
  await expect(page.getByRole('row').filter({ hasText: 'Story projector' })).toContainText('Solved');
  await expectAccessible(page);

  await page.goto('/support/articles?words=projector');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show your laptop on a classroom projector' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'No picture' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('link', { name: 'Your notifications' }).click();
  const choice = page.getByLabel('Your help desk tickets');
  await choice.focus();
  const readBack = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/account/notifications') && response.request().method() === 'GET',
  );
  await choice.selectOption('digest');
  await expect(message(page, 'Your help desk tickets: once a day')).toBeVisible();
  await readBack;
  await expectAccessible(page);
  await expect(choice).toBeFocused();
  await expect(choice).toHaveValue('digest');
  // Other stories wait for emails to the same student.
  await choice.selectOption('now');
  await expect(message(page, 'Your help desk tickets: right away')).toBeVisible();
});

test('IT posts a known issue, people see it and say that they have it too, and it is solved', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'it', '/departments/information-technology/known-issues');
  await page.getByRole('button', { name: 'Post a known issue' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Post' }).click();
  await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Enter a title.');
  await expectAccessible(page);
  await dialog.getByLabel('Title').fill('Story outage');
  await dialog.getByLabel('What people should know').fill('The story server is down.');
  await dialog.getByRole('button', { name: 'Post' }).click();
  await expect(message(page, 'Posted')).toBeVisible();

  const student = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await student.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/my-dashboard', '/support/submit-help-desk-ticket', '/support']) {
    await signIn(student, 'student', path);
    await expect(student.getByRole('article').filter({ hasText: 'Story outage' })).toBeVisible();
  }
  await expectAccessible(student);
  const issue = student.getByRole('article').filter({ hasText: 'Story outage' });
  await issue.getByRole('button', { name: 'I have this too' }).press('Enter');
  await expect(issue).toContainText("You'll get updates by email.");
  await expect(issue.getByRole('heading')).toBeFocused();

  await page.reload();
  await page.getByRole('button', { name: 'Update Story outage' }).click();
  await expect(dialog.getByText('Emailed to the person with this issue.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Solved' }).check();
  // A colleague updates it while the dialog is open: refused once, told what it says, and nothing typed is lost.
  const desk = '/api/support/desk/incidents';
  const { data } = await (await page.request.get(`${desk}?page=1&pageSize=20`)).json();
  const { id, version } = data.find(({ title }: { title: string }) => title === 'Story outage');
  const colleagues = {
    title: 'Story outage',
    text: 'It is back at noon.',
    category: '',
    state: 'open',
    version,
  };
  const headers = { origin: baseURL ?? '' };
  expect((await page.request.put(`${desk}/${id}`, { data: colleagues, headers })).status()).toBe(200);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'It is now open and says: Story outage It is back at noon.',
  );
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(message(page, 'Solved')).toBeVisible();
  await student.reload();
  await expect(student.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await expect(student.getByRole('article').filter({ hasText: 'Story outage' })).toHaveCount(0);
});

test('IT chooses by keyboard, which makes one change each time, and changes twice in a row', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await signIn(page, 'student', '/support/tickets');
  const submitted = await page.request.post('/api/support/helpdesk', {
    multipart: { subject: 'Story printer', description: 'It is out of paper.', category: '', answers: '{}' },
    headers: { origin: baseURL ?? '' },
  });
  const { id } = (await submitted.json()).data;
  const it = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(it, 'it', `/departments/information-technology/tickets/${id}`);
  const choose = async (label: string, downTo: number) => {
    await it.getByLabel(label).focus();
    await it.keyboard.press('ArrowDown');
    for (let option = 0; option < downTo; option += 1) await it.keyboard.press('ArrowDown');
    await it.keyboard.press('Enter');
  };
  await choose('Insert a saved reply', 2);
  await expect(it.getByLabel('Your answer')).toHaveValue(/^We need to have a look at it/);
  // A dialog that closes asks only about what was typed in it.
  await it.getByRole('button', { name: 'Assign to…' }).click();
  await it.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(it.getByRole('dialog')).toHaveCount(0);
  await it.getByLabel('Your answer').fill('');
  await choose('Status', 3);
  await expect(message(it, 'Set to Solved')).toBeVisible();
  await expect(it.getByLabel('Status')).toHaveValue('solved');
  // What was asked, and that it is solved.
  const thread = it.getByRole('list', { name: 'Messages and notes, oldest first' });
  await expect(thread.getByRole('listitem')).toHaveCount(2);

  const { promise: bothChosen, resolve: sendBoth } = Promise.withResolvers<void>();
  await it.route(`**/api/support/desk/tickets/${id}`, async (route) => {
    await bothChosen;
    await route.continue();
  });
  await it.getByLabel('Category').selectOption('Classroom');
  await it.getByLabel('Status').selectOption('open');
  sendBoth();
  await expect(message(it, 'Category changed')).toBeVisible();
  await expect(message(it, 'Set to Open')).toBeVisible();
  await expect(it.getByLabel('Category')).toHaveValue('Classroom');
});
