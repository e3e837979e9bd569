import { createHash } from 'node:crypto';

const inlineModule = /<script type="module"(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Moves each inline module script of a page to its own address, so that the page works under a Content Security Policy
 * that allows none: in development, Vite's React plugin writes one.
 */
export function moveInlineScripts(html: string): { html: string; scripts: Map<string, string> } {
  const scripts = new Map<string, string>();
  const moved = html.replace(inlineModule, (_whole, code: string) => {
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
    const address = `/@inline/${hash}.js`;
    scripts.set(address, code);
    return `<script type="module" src="${address}"></script>`;
  });
  return { html: moved, scripts };
}
