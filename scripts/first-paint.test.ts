import { expect, test } from 'vitest';
import { moveIntoTemplate } from './first-paint.ts';

test('modules and style sheets wait in a template; what the first paint needs stays in its place', () => {
  const style = '<style nonce="n">a{}</style><script nonce="n">go()</script>';
  const font = '<link rel="preload" as="font" href="/a.woff2">';
  const later =
    '<script type="module" crossorigin src="/assets/a.js" nonce="n"></script>' +
    '<link rel="modulepreload" crossorigin href="/assets/b.js" nonce="n">' +
    '<link rel="stylesheet" crossorigin href="/assets/a.css" nonce="n">';
  expect(moveIntoTemplate(`<head>${font}${style}\n  ${later}\n</head><body>__LATER__</body>`)).toBe(
    `<head>${font}${style}\n</head><body><template id="quad-later">${later}__LATER__</template></body>`,
  );
});
