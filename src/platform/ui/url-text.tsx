import { Fragment } from 'react';

/** A URL that wraps before a slash if it is too long for its line, not in the middle of a word. A last slash stays. */
export function UrlText({ children }: { children: string }) {
  return [...children.matchAll(/.+?(?:(?<=[^:/])(?=[/?].)|$)/gs)].map(({ 0: part, index: start }) => (
    <Fragment key={start}>
      {start > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
