import { expect, test } from 'vitest';
import { moveInlineScripts } from './inline-scripts.ts';

test('an inline module becomes a separate file; data and scripts with an address stay', () => {
  const kept =
    '<script type="module" nonce="n" src="/main.tsx"></script><script type="application/json" id="x">{}</script>';
  const { html, scripts } = moveInlineScripts(
    `<script type="module" nonce="n">import "/a.js"</script>${kept}`,
  );
  const [address, code] = [...scripts][0] ?? [];
  expect(code).toBe('import "/a.js"');
  expect(html).toBe(`<script type="module" src="${address}"></script>${kept}`);
});
