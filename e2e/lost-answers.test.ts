import { inDays } from '../harness/funding.ts';
import { amounts, base } from './setup/funding.ts';
import { expect, message, signIn, test } from './setup/story.ts';

test('a save of a draft whose response is lost is not taken for the change of another tab', async ({
  page,
}) => {
  await signIn(page, 'faculty', `${base}/apply`);
  const title = page.getByLabel('Title of professional meeting or project');
  const puts = (answer: { request(): { method(): string } }) => answer.request().method() === 'PUT';
  const first = page.waitForResponse(puts);
  await title.fill('Lost once');
  await first;
  await page.route('**/drafts/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    return route.abort();
  });
  const lost = page.waitForEvent('requestfailed');
  await title.fill('Lost once, and more');
  await lost;
  await page.unroute('**/drafts/*');
  const refused = page.waitForResponse((answer) => puts(answer) && answer.status() === 409);
  const saved = page.waitForResponse((answer) => puts(answer) && answer.ok());
  await title.fill('Lost once, and more, and still mine');
  await refused;
  expect(JSON.stringify((await saved).request().postDataJSON())).toContain('still mine');
  await expect(page.getByText(/Changed there/)).toHaveCount(0);
  await expect(title).toHaveValue('Lost once, and more, and still mine');
});

test('an application whose response is lost before its draft could be saved is submitted once', async ({
  page,
}) => {
  await signIn(page, 'faculty', `${base}/apply`);
  await page.route('**/drafts/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  const texts = [
    'Department',
    'Title of professional meeting or project',
    'Conference link',
    'Brief narrative',
  ];
  for (const label of texts) await page.getByLabel(label).fill('Lost on the way');
  await page.getByLabel('Start date').fill(inDays(40));
  await page.getByLabel('End date').fill(inDays(41));
  await page.getByLabel('Research project').check();
  for (const amount of [...amounts, 'Personal car mileage', 'Meals'])
    await page.getByLabel(amount, { exact: false }).first().fill('0');
  await page.getByLabel('Housing').fill('100');
  await page.route('**/apply', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'safe to send it again' })).toBeVisible();
  await page.unroute('**/apply');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.unroute('**/drafts/*');
  await saved;
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(message(page, 'Application submitted')).toBeVisible();
  const answer = await page.request.get(`/api${base}/applications?page=1&pageSize=100`);
  const { data } = (await answer.json()) as { data: { titleOfProfessionalMeeting: string }[] };
  expect(data.filter(({ titleOfProfessionalMeeting: title }) => title === 'Lost on the way')).toHaveLength(1);
});
