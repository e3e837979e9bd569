import { readFileSync } from 'node:fs';
import { type ChildNode, type Container, type Document, parse } from 'postcss';
import { expect, test } from 'vitest';

const sheet = parse(readFileSync(new URL('dialog.module.css', import.meta.url), 'utf8'));

function isWhereOverlayIsKnown(node: ChildNode | Container | Document | undefined): boolean {
  if (node === undefined) return false;
  const isKnown = node.type === 'atrule' && 'params' in node && node.params === '(overlay: auto)';
  return isKnown || isWhereOverlayIsKnown(node.parent);
}

test('a dialog that closes stays displayed only where it stays on top, or it would be at the end of the page', () => {
  const staying: boolean[] = [];
  sheet.walkDecls(/^transition/, (declaration) => {
    if (/\bdisplay\b/.test(declaration.value)) staying.push(isWhereOverlayIsKnown(declaration));
  });
  expect(staying).toEqual([true, true]);
});
