import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UrlText } from './url-text.tsx';

test.each([
  ['https://rides.example/board', 'https://rides.example<wbr/>/board'],
  ['rides.example/a//b?c=/d', 'rides.example<wbr/>/a<wbr/>//b<wbr/>?c=<wbr/>/d'],
  ['rides.example', 'rides.example'],
  ['/department/business-office/', '/department<wbr/>/business-office/'],
])('%s breaks before its slashes', (address, drawn) => {
  expect(renderToStaticMarkup(createElement(UrlText, null, address))).toBe(drawn);
});
