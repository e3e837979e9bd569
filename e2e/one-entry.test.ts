import type { Page } from '@playwright/test';
import { add, filed, fillIn, openForm, storedEntries, waiting, writeLog } from './setup/rounds.ts';
import { expect, expectAccessible, hold, message, signIn, test } from './setup/story.ts';

const comments = (page: Page) => page.getByRole('textbox', { name: 'Comments' });

test('two tabs with the same form keep a draft each, and neither loses a word', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  await fillIn(page, 'Anderson', 'Tabs: first');
  const second = await context.newPage();
  await second.goto(add);
  await expect(second.getByRole('heading', { name: '1 other draft' })).toBeVisible();
  await expect(comments(second)).toHaveValue('');
  await fillIn(second, 'Finney', 'Tabs: second');
  await comments(page).fill('Tabs: first, and more');
  await expect(page.getByRole('button', { name: 'Edit the draft for Finney' })).toBeVisible();
  await expectAccessible(second);

  // What another tab has open is not taken from it.
  await second.getByRole('button', { name: 'Edit the draft for Anderson' }).click();
  await expect(message(second, "It's in use right now")).toBeVisible();
  for (const [tab, words] of [
    [page, 'Tabs: first, and more'],
    [second, 'Tabs: second'],
  ] as const) {
    await tab.reload();
    await expect(comments(tab)).toHaveValue(words);
  }

  await second.close();
  await page.reload();
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(message(page, 'Log submitted')).toBeVisible();
  await page.getByRole('button', { name: 'Edit the draft for Finney' }).click();
  await expect(comments(page)).toHaveValue('Tabs: second');
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect.poll(() => storedEntries(page)).toEqual([]);
  expect(await filed(context, 'Tabs: first, and more')).toHaveLength(1);
  expect(await filed(context, 'Tabs: second')).toHaveLength(1);
});

test('an entry is one record from the first keystroke until it is filed', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  const states = async () => (await storedEntries(page)).map(({ id, state }) => ({ id, state }));
  await fillIn(page, 'Hayman', 'One: draft');
  const [{ id } = {}] = await states();
  expect(await states()).toEqual([{ id, state: 'draft' }]);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  expect(await states()).toEqual([{ id, state: 'waiting' }]);
  await page.getByRole('button', { name: 'Edit the log for Hayman' }).click();
  await expect(comments(page)).toHaveValue('One: draft');
  expect(await states()).toEqual([{ id, state: 'draft' }]);
  await comments(page).fill('One: changed');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(message(page, 'Log submitted')).toBeVisible();
  expect(await states()).toEqual([]);
  expect(await filed(context, 'One: changed')).toHaveLength(1);
});

test('opening a waiting log leaves what was in the form as a draft', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  await context.setOffline(true);
  await writeLog(page, 'Simplot', 'Swap: waits');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await fillIn(page, 'Vorhees', 'Swap: begun');
  await page.getByRole('button', { name: 'Edit the log for Simplot' }).click();
  await expect(comments(page)).toHaveValue('Swap: waits');
  await page.getByRole('button', { name: 'Edit the draft for Vorhees' }).click();
  await expect(comments(page)).toHaveValue('Swap: begun');
  await page.getByRole('button', { name: 'Delete the draft for Simplot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: '1 other draft' })).toHaveCount(0);
  await context.setOffline(false);
});

test('while a log is being sent, no other draft opens in its form, and none is lost', {
  tag: '@long',
}, async ({ page, context }) => {
  await openForm(page);
  const second = await context.newPage();
  await second.goto(add);
  await fillIn(second, 'Finney', 'Sending: the other one');
  await fillIn(page, 'Anderson', 'Sending: this one');
  const edit = page.getByRole('button', { name: 'Edit the draft for Finney' });
  await expect(edit).toBeVisible();
  await second.close();
  await page.reload();
  await expect(comments(page)).toHaveValue('Sending: this one');
  await expect(edit).toBeVisible();
  const goOn = await hold(page, '**/logs/add', 'POST');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Submit log' }).click();
  await sent;
  await edit.click();
  await expect(message(page, "What's in the form is being sent")).toBeVisible();
  await expect(comments(page)).toHaveValue('Sending: this one');
  await expect(page.getByRole('button', { name: 'Start over' })).toBeDisabled();
  goOn();
  await expect(message(page, 'Log submitted')).toBeVisible();
  await edit.click();
  await expect(comments(page)).toHaveValue('Sending: the other one');
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect.poll(() => storedEntries(page)).toEqual([]);
  expect(await filed(context, 'Sending: this one')).toHaveLength(1);
  expect(await filed(context, 'Sending: the other one')).toHaveLength(1);
});

test('what someone wrote stays theirs when their address changes, and is not for its next holder', {
  tag: '@long',
}, async ({ page, context }) => {
  await openForm(page);
  await context.setOffline(true);
  await writeLog(page, 'Anderson', 'Owner: waits');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await writeLog(page, 'Finney', 'Owner: of someone else');
  await expect(waiting(page, '2 logs waiting to be sent')).toBeVisible();
  await fillIn(page, 'Hayman', 'Owner: draft');
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('quad-offline');
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction('entries', 'readwrite');
    const entries = transaction.objectStore('entries');
    entries.getAll().onsuccess = ({ target }) => {
      for (const entry of (target as IDBRequest).result) {
        const { values, owner } = entry;
        if (values.building === 'Finney') owner.id = crypto.randomUUID();
        else Object.assign(owner, { provider: 'former', email: 'former@sawtooth.example' });
        entries.put(entry);
      }
    };
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
  });
  await context.setOffline(false);
  await page.reload();
  await expect(comments(page)).toHaveValue('Owner: draft');
  await expect.poll(() => filed(context, 'Owner: waits')).toHaveLength(1);
  await expect(page.getByText('Someone else has an unsent entry on this device.')).toBeVisible();
  expect(await filed(context, 'Owner: of someone else')).toHaveLength(0);
});

test('a device with entries from the previous release keeps them', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signIn(page, 'ra', '/');
  await page.goto('/health');
  await page.evaluate(async (path) => {
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('quad-offline').onsuccess = resolve;
    });
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('quad-offline', 1);
      request.onupgradeneeded = () => {
        for (const [store, keyPath] of Object.entries({ waiting: 'key', drafts: 'id', kept: 'name' })) {
          request.result.createObjectStore(store, { keyPath });
        }
      };
      request.onsuccess = () => resolve(request.result);
    });
    const round = { building: 'Anderson', followUp: false, fireExtinguishers: true, exitDoors: true };
    const texts = { safetyConcerns: '', warnings: '', reports: '', comments: 'Old: waits' };
    const email = 'ra@sawtooth.example';
    const stores = database.transaction(['waiting', 'drafts'], 'readwrite');
    stores.objectStore('waiting').put({
      key: crypto.randomUUID(),
      owner: { provider: 'demo', email },
      request: { method: 'POST', path: `/api${path}`, body: { ...round, ...texts, submittedBy: email } },
      about: { title: 'Anderson', noun: ['log', 'logs'], screen: path },
      writtenAt: new Date().toISOString(),
      late: true,
      tried: false,
      refusal: null,
    });
    const values = { ...round, ...texts, building: 'Finney', comments: 'Old: draft', writtenAt: '' };
    const id = `demo:${email}:ra-log`;
    stores.objectStore('drafts').put({ id, values, savedAt: new Date().toISOString() });
    await new Promise((resolve) => stores.addEventListener('complete', resolve));
    database.close();
    localStorage.setItem('quad-offline', 'yes');
  }, add);
  await page.goto(add);
  await expect(comments(page)).toHaveValue('Old: draft');
  await expect.poll(() => filed(context, 'Old: waits')).toHaveLength(1);
});
