import { base, fillIn, openForm } from './setup/rounds.ts';
import { expect, expectAccessible, signIn, test } from './setup/story.ts';

test('a tab stops at once when someone else signs in in another one, and continues as them after a reload', async ({
  page,
  context,
}) => {
  await openForm(page);
  await fillIn(page, 'Anderson', 'Two people: typed by the first');
  const second = await context.newPage();
  await signIn(second, 'reslife', `${base}/logs`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    "You're signed in as Rosalie Fenn Hale in another tab",
  );
  await expect(page.getByText('Two people: typed by the first')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Your account/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reload to continue as Rosalie Fenn Hale' }).click();
  await expect(page.getByRole('button', { name: /^Your account: Rosalie/ })).toBeVisible();
});

test('a tab that did not notice neither writes nor reads for the other person', async ({
  page,
  browser,
  baseURL,
}) => {
  const address = baseURL ?? '';
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  await signIn(page, 'it', `${base}/logs?page=1&pageSize=10&reviewed=false`);
  const review = page.getByRole('button', { name: /Review/ }).first();
  await expect(review).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: address });
  await signIn(await elsewhere.newPage(), 'reslife');
  const cookies = await elsewhere.cookies();
  await page.context().addCookies(cookies);

  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') answers.push(`${response.status()}`);
  });
  await review.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^You're signed in as Rosalie/);
  expect(answers).toEqual(['409']);
  await elsewhere.close();
});

test('keeping your own version keeps what others changed elsewhere in it', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'it');
  const headers = { 'sec-fetch-site': 'same-origin' };
  const added = { shortUrl: 'story-given', longUrl: 'https://www.sawtooth.example/given' };
  expect((await page.request.post('/api/redirects', { headers, data: added })).status()).toBe(201);
  await page.goto('/departments/information-technology/redirects?search=story-given');
  await page.getByRole('button', { name: 'Edit /r/story-given' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit /r/story-given' });
  const search = '/api/redirects?page=1&pageSize=20&search=story-given';
  const { data } = await (await page.request.get(search)).json();
  const address = `/api/redirects/${data[0]._id}`;
  const given = await page.request.put(address, {
    headers,
    data: {
      longUrl: data[0].longUrl,
      ownerGroups: ['Faculty'],
      expirationDate: '2040-05-01T12:00:00.000Z',
    },
  });
  expect(given.status()).toBe(200);

  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/mine');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It is managed by: IT, Faculty');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep mine instead' }).click();
  await expect(dialog.getByLabel('Group', { exact: true })).toHaveValue('Faculty');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const saved = await (await page.request.get(search)).json();
  expect(saved.data).toMatchObject([
    {
      longUrl: 'https://www.sawtooth.example/mine',
      ownerGroups: ['Faculty'],
      expirationDate: '2040-05-01T12:00:00.000Z',
    },
  ]);
  expect((await page.request.delete(address, { headers })).status()).toBe(204);
});
