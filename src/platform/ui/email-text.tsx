import { Fragment } from 'react';

/** Up to this many letters, a part of an address fits into a card on the narrowest phone. */
const shortPart = 18;

/** An email address that breaks before the @ if it is too long for its line, and a long part of it before a dot. */
export function EmailText({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  if (at < 1) return children;
  const isLong = (from: number, to: number) => to - from > shortPart;
  const breaks = [...children.matchAll(/(?!^)[.@]/g)]
    .map(({ index }) => index)
    .filter((index) => index === at || (index < at ? isLong(0, at) : isLong(at, children.length)));
  return [0, ...breaks].map((start, order) => (
    <Fragment key={start}>
      {start > 0 && <wbr />}
      {children.slice(start, breaks[order])}
    </Fragment>
  ));
}
