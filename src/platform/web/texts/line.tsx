import { createContext, createElement, Fragment, type ReactNode, use } from 'react';
import type { Inline, Words } from '../../contract/texts.ts';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { AppLink } from '../routes/link.tsx';
import { findByPath } from '../routes/match.ts';
import { usePortal } from '../routes/portal.ts';

type SecretPart = Extract<Inline, { kind: 'secret' }>;

/** How the page shows what is hidden behind a button; a page without secrets needs none. */
export const ShowSecret = createContext<(part: SecretPart) => ReactNode>(() => null);

/** The words, links, and buttons of one line or paragraph. */
export function Line({ content }: { content: readonly Inline[] }) {
  return inOrder(content, show);
}

/** A document's parts have no names and never change places, so they need no keys. */
export function inOrder<Part>(
  parts: readonly Part[],
  show: (part: Part, place: number) => ReactNode,
): ReactNode {
  return createElement(Fragment, null, ...parts.map(show));
}

function show(piece: Inline): ReactNode {
  switch (piece.kind) {
    case 'text':
      return setIn(piece);
    case 'break':
      return <br />;
    case 'link':
      return <TextLink href={piece.href}>{inOrder(piece.content, setIn)}</TextLink>;
    case 'secret':
      return <SecretPlace part={piece} />;
  }
}

const elements = { strong: 'strong', emphasis: 'em', code: 'code' } as const;

function setIn({ text, marks }: Words): ReactNode {
  return marks.reduceRight<ReactNode>((inner, mark) => createElement(elements[mark], null, inner), text);
}

function SecretPlace({ part }: { part: SecretPart }) {
  return use(ShowSecret)(part);
}

/** A page of ours opens without a reload; sections, files, and other sites are left to the browser. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const { routes } = usePortal();
  const isOurs = href.startsWith('/') && findByPath(routes, href.split(/[?#]/)[0] ?? href) !== null;
  if (isOurs) return <AppLink to={href}>{children}</AppLink>;
  return <OutsideLink href={href}>{children}</OutsideLink>;
}
