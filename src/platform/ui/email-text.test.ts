import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailText } from './email-text.tsx';

test.each([
  ['ida@sawtooth.example', 'ida<wbr/>@sawtooth.example'],
  ['ida.b.lorne@students.college.example', 'ida.b.lorne<wbr/>@students<wbr/>.college<wbr/>.example'],
  ['wilhelmina.vandenberg@sawtooth.example', 'wilhelmina<wbr/>.vandenberg<wbr/>@sawtooth.example'],
  ['Guest at the desk', 'Guest at the desk'],
])('%s breaks before its @, and a long part before its dots', (address, drawn) => {
  expect(renderToStaticMarkup(createElement(EmailText, null, address))).toBe(drawn);
});
