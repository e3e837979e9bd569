import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';

const starter = new URL('../src/entry/web/starter.js', import.meta.url);

/** What the page loads beyond its first paint: modules and style sheets of the shell. */
const laterTags =
  /[ \t]*<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|stylesheet)"[^>]*>)\n?/g;

/** Writes what starts the scripts into the page. */
export function inlineStarter(): Plugin {
  return {
    name: 'inline-starter',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('__STARTER__', () => starterCode()),
    },
  };
}

/** Moves what the page loads into a template, from which the starter takes it after the first paint. */
export function startLater(): Plugin {
  return {
    name: 'start-later',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: moveIntoTemplate },
  };
}

function starterCode(): string {
  const { code, errors } = minifySync('starter.js', readFileSync(starter, 'utf8'));
  if (errors.length > 0) throw new Error(`starter.js: ${errors[0]?.message}`);
  return code.trim();
}

/** `__LATER__` stays inside, for what the server adds for the screen of an address. */
export function moveIntoTemplate(html: string): string {
  const tags = [...html.matchAll(laterTags)].map(([tag]) => tag.trim());
  return html
    .replace(laterTags, '')
    .replace('__LATER__', () => `<template id="quad-later">${tags.join('')}__LATER__</template>`);
}
