import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

for (const width of [360, 1440]) {
  test(`a volunteer finds a person in the employee directory by keyboard, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, 'volunteer', '/organization/employee-directory');
    await expect(page).toHaveTitle('Quad | Employee Directory');
    await expect(page.getByRole('status').first()).toHaveText(/ people in 22 departments$/);
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search by name' }).focus();
    await page.keyboard.type('thornwell iris');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/name=thornwell\+iris/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Information Technology']);
    await expect(page.getByText('Director of IT')).toBeVisible();
    await expect(page.getByRole('link', { name: 'it@sawtooth.example' })).toHaveAttribute(
      'href',
      'mailto:it@sawtooth.example',
    );
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Department' }).selectOption('Library');
    await expect(page.getByText('No one found')).toBeVisible();
    await page.getByRole('button', { name: 'Show everyone' }).click();
    await expect(page).toHaveURL(/employee-directory$/);
  });
}

test('IT sees that a file would remove nearly everyone, and discards it', async ({ page }) => {
  await signIn(page, 'it', '/departments/information-technology/directory');
  await expect(page.getByText('240 employees and 1,800 students.')).toBeVisible();
  await page.getByRole('button', { name: 'Upload CSV' }).first().click();
  const form = page.getByRole('dialog', { name: 'Upload the directory' });
  await form.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'key,givenName,familyName,kind\nE2001,Renamed,Person,employee\nE9001,Newly,Arrived,employee\n',
    ),
  });
  await form.getByRole('button', { name: 'Show what would change' }).click();
  await expect(form).toBeHidden();
  const waiting = page.getByRole('region', { name: 'Waiting for a decision' });
  await expect(waiting).toContainText('2,039 of 2,040 people (99%) would be gone.');
  await expect(waiting.getByRole('list', { name: 'Added, 1' })).toContainText('Newly Arrived');
  await expectAccessible(page);
  await waiting.getByRole('button', { name: 'Discard' }).click();
  await expect(message(page, /The file was discarded/)).toBeVisible();
  await expect(waiting).toBeHidden();
  await expect(page.getByText('240 employees and 1,800 students.')).toBeVisible();
});
