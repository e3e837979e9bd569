import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { JournalLineSent } from '../contract.ts';
import { LinesTable } from './lines-table.tsx';

test('an offset line says what it offsets, and nothing else', () => {
  const offset: JournalLineSent = {
    line: 6,
    account: '10130020999',
    debit: null,
    credit: 337.6,
    description: 'P-Card J1126',
    rule: 'Offset of fund 101300',
    source: null,
  };
  const html = renderToStaticMarkup(createElement(LinesTable, { lines: [offset] }));
  expect(html.replace(/<[^>]+>/g, ' ')).toMatch(/Where it came from\s+Offset of fund 101300\s*$/);
});
