import { expect, test } from 'vitest';
import { attemptReset, readResetForm } from '../../contract.ts';
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
