import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Permission } from '../../contract/access.ts';
import { SessionContext, session } from '../session/account.ts';
import { PeoplePicker } from './people-picker.tsx';

function drawnFor(permissions: Permission[]): string {
  const account = { permissions } as never;
  const picker = createElement(PeoplePicker, {
    name: 'owner',
    label: 'Name or email',
    description: 'The person who will follow up.',
    onChange: () => undefined,
  });
  return renderToStaticMarkup(
    createElement(
      MantineProvider,
      null,
      createElement(SessionContext, { value: { ...session.current(), account } }, picker),
    ),
  );
}

test('without permission to search by name, people are asked to type the whole email address', () => {
  expect(drawnFor(['directory.choose-people'])).toContain('The person who will follow up.');
  expect(drawnFor([])).toContain('Type the whole email address.');
});
