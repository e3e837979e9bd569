import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GroupList } from './group-list.tsx';

function draw(count: number): string {
  const groups = Array.from({ length: count }, (_, index) => `Group-${index + 1}`);
  return renderToStaticMarkup(createElement(GroupList, { groups, labelledBy: 'groups' }));
}

test('a few groups are all shown', () => {
  const html = draw(5);
  expect(html.match(/<li>/g)).toHaveLength(5);
  expect(html).not.toContain('<button');
});

test('of many groups the first are shown, and a button opens the others', () => {
  const html = draw(60);
  expect(html.match(/<li>/g)).toHaveLength(5);
  expect(html).toMatch(/<button[^>]* aria-expanded="false"[^>]*>Show all 60</);
});
