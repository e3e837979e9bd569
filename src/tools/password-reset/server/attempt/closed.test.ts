import { expect, test } from 'vitest';
import { listWaiting } from '../../../../platform/contract/waiting.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { attemptReset, importFacts, readResetForm } from '../../contract.ts';
import { openOffice, suna, typedBy } from '../testing/reset-office.ts';

test('without a directory, and outside the demo, there is no password reset, and no link to it', async () => {
  const closed = await openOffice({ outsideDemo: true, people: [] });
  const visitor = closed.visitor();
  expect((await visitor.send(readResetForm)).body.data.isOn).toBe(false);
  const refused = await visitor.send(attemptReset, { body: typedBy(suna) });
  expect([refused.status, refused.text]).toEqual([
    404,
    expect.stringContaining('Something went wrong. Please contact IT.'),
  ]);
  expect((await visitor.fetch('GET', '/')).text).not.toContain('Forgot your password?');
  await closed.stop();
});

test('before the first import of facts, the form says so before anyone fills it in, and IT finds it on the home page', async () => {
  const office = await openOffice({ people: [] });
  const visitor = office.visitor();
  expect((await visitor.send(readResetForm)).body.data.isOn).toBe(false);
  const [it, staff] = [await office.server.signIn('it'), await office.server.signIn('staff')];
  const waiting = async (client: TestClient) =>
    (await client.send(listWaiting)).body.data.map(({ title }) => title);
  const title = 'Import identity facts for the password reset';
  expect(await waiting(it)).toContain(title);
  expect(await waiting(staff)).not.toContain(title);
  const content = `principalEmail,id,birthdate\n${suna.principalEmail},${suna.id},${suna.birthdate}\n`;
  await it.send(importFacts, { files: { file: { fileName: 'facts.csv', content } } });
  expect((await visitor.send(readResetForm)).body.data.isOn).toBe(true);
  expect(await waiting(it)).not.toContain(title);
  await office.stop();
});
