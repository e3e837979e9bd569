import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createDevScreens } from './dev-screens.ts';

test('a page at any address finds its modules and fonts', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const screens = createDevScreens();
  await screens.serve(app);
  const addresses = Array.from(
    screens.template().matchAll(/\b(?:src|href)="([^"]+)"/g),
    ([, one = '']) => one,
  );
  expect(addresses).toContain('/main.tsx');
  expect(addresses.filter((one) => !one.startsWith('/'))).toEqual([]);
  const [font = ''] = addresses.filter((one) => one.endsWith('.woff2'));
  expect((await app.inject(font)).statusCode).toBe(200);
});
