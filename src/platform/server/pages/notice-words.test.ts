import { expect, test } from 'vitest';
import type { Notice } from '../../contract/notices.ts';
import { paintEmergencies } from './paint-notices.ts';
import { renderEmergency } from './render-emergency.ts';

const emergency: Notice = {
  places: [],
  tool: 'notices',
  key: '1',
  tone: 'emergency',
  title: 'Campus is closed',
  text: [
    {
      kind: 'paragraph',
      content: [
        { kind: 'text', text: 'Do ', marks: [] },
        { kind: 'text', text: 'not', marks: ['strong', 'emphasis'] },
        { kind: 'text', text: ' come. <Call>', marks: ['emphasis'] },
        { kind: 'break' },
        {
          kind: 'link',
          href: 'tel:5550100',
          content: [{ kind: 'text', text: '555-0100', marks: ['code'] }],
        },
      ],
    },
  ],
  link: null,
  updatedAt: '2026-11-23T09:00:00Z',
  about: null,
  action: null,
  dismissal: null,
};
const words = 'Do <strong><em>not</em></strong><em> come. &lt;Call&gt;</em><br>';
const number = '<code>555-0100</code>';

test('an emergency has its bold words, italics, and code on a page without scripts and in the first paint', () => {
  expect(renderEmergency(emergency).text).toContain(`<p>${words}<a href="tel:5550100">${number}</a></p>`);
  expect(paintEmergencies([emergency])?.text).toContain(
    `<p>${words}<span class="quad-notice-link">${number}</span></p>`,
  );
});
