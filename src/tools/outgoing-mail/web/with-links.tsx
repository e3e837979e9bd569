import { createElement, Fragment } from 'react';

/** As `platform/server/mail/html-part.ts` finds them: without the period that ends a sentence. */
const address = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/;

/** Text whose web addresses are links. They load a page: a one-time link is in what only a new page reads. */
export function WithLinks({ children }: { children: string }) {
  const parts = children
    .split(address)
    .map((part, index) => (index % 2 === 0 ? part : createElement('a', { href: part }, part)));
  return createElement(Fragment, null, ...parts);
}
