import { expect, test } from 'vitest';
import { createShellCache } from './shell-cache.ts';

test('a browser whose cache is broken or full has nothing kept, so that pages and files come from the network', async () => {
  const broken = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
  const store = { open: broken, match: broken } as unknown as CacheStorage;
  const cache = createShellCache('1', ['/assets/app.js'], store);
  expect(await cache.file(new Request('https://quad.example/assets/app.js'))).toBeUndefined();
  expect(await cache.shell()).toBeUndefined();
});
