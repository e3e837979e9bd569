import { Fragment } from 'react';

/** An address that breaks before its slashes if it is too long for its line, not in the middle of a word. */
export function UrlText({ children }: { children: string }) {
  const parts = children.split(/(?<=[^:/])(?=[/?])/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
