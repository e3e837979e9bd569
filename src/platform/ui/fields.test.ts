import { MantineProvider } from '@mantine/core';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DateField } from './date-field.tsx';
import { DateTimeField } from './date-time-field.tsx';
import { EntryList } from './entry-list.tsx';
import { MoneyField } from './money-field.tsx';
import { PeopleField } from './people-field.tsx';
import { SecretField } from './secret-field.tsx';
import { SelectField } from './select-field.tsx';

const words = {
  name: 'field',
  label: 'The label',
  description: 'The hint',
  error: 'The error',
  withAsterisk: true,
};
const fields: [string, ReactElement][] = [
  ['select', createElement(SelectField, { ...words, options: ['One', 'Two'] })],
  ['date', createElement(DateField, words)],
  [
    'date and time',
    createElement(DateTimeField, {
      ...words,
      value: '',
      onChange: () => undefined,
      timeZone: 'America/Boise',
    }),
  ],
  ['money', createElement(MoneyField, words)],
  [
    'people',
    createElement(PeopleField, {
      ...words,
      found: [],
      onSearch: () => undefined,
      onChange: () => undefined,
    }),
  ],
];

test.each(fields)('a %s field ties its label, hint and error to what is filled in', (_kind, field) => {
  const html = renderToStaticMarkup(createElement(MantineProvider, null, field));
  const input = /<(?:input|select)[^>]*aria-invalid="true"[^>]*>/.exec(html)?.[0] ?? '';
  const id = attribute(input, 'id');
  expect(html).toContain(`for="${id}"`);
  const described = attribute(input, 'aria-describedby').split(' ');
  for (const [sentence, suffix] of [
    ['The hint', 'description'],
    ['The error', 'error'],
  ] as const) {
    expect(described).toContain(`${id}-${suffix}`);
    expect(html).toMatch(new RegExp(`id="${id}-${suffix}"[^>]*>${sentence}`));
  }
});

test('each entry of a list is required and tied to the error below them', () => {
  const list = createElement(EntryList, {
    ...words,
    legend: 'The list',
    value: ['one', 'two'],
    onChange: () => undefined,
    addText: 'Add',
  });
  const html = renderToStaticMarkup(createElement(MantineProvider, null, list));
  const inputs = html.match(/<input[^>]*aria-invalid="true"[^>]*>/g) ?? [];
  expect(inputs).toHaveLength(2);
  for (const input of inputs) {
    expect(input).toContain(' required=""');
    expect(html).toMatch(new RegExp(`id="${attribute(input, 'aria-describedby')}"[^>]*>The error`));
  }
});

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

test('what is typed as a password is not corrected, even while it is shown', () => {
  const field = createElement(SecretField, { name: 'password', label: 'Password' });
  expect(renderToStaticMarkup(createElement(MantineProvider, null, field))).toMatch(
    /<input[^>]* autoCorrect="off"/i,
  );
});
