import { expect, onTestFinished, test } from 'vitest';
import { createWifiKey } from '../contract.ts';
import { createEmbeddedAuthority } from './authority/embedded.ts';
import { createSweep } from './sweep.ts';
import { serverWithMail } from './testing/server-with-mail.ts';

test('an expired key is removed from the controller once, not each hour until its row goes', async () => {
  const { server, stop } = await serverWithMail();
  onTestFinished(stop);
  const { platform } = server.quad;
  let asked = 0;
  const remove = async () => {
    asked += 1;
  };
  const authority = { ...createEmbeddedAuthority(platform.secrets), remove };
  const job = createSweep({ ...platform, authority, campus: { product: 'MyCollege' } });
  const run = () => job.run({}, { log: platform.log, signal: new AbortController().signal });
  await (await server.signIn('student')).send(createWifiKey);
  await server.database.pool.query(
    `update wifi_keys set expires_at = now() - interval '1 day', reference = 'key-1'`,
  );
  expect(await run()).toBe('Ended 0, removed 1 expired ones, forgot 0.');
  expect(await run()).toBe('Ended 0, removed 0 expired ones, forgot 0.');
  expect(asked).toBe(1);
});
