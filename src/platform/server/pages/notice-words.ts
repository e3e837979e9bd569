import type { NoticeBlock, NoticeFace } from '../../contract/notices.ts';
import type { Inline, Words } from '../../contract/texts.ts';
import { type Html, html } from './html.ts';

/** How a page renders a link in a notice. */
type DrawLink = (href: string, words: Html) => Html;

/** What a notice says below its title. The scripts draw the same (`platform/web/notices/notice-words.tsx`). */
export function noticeWords({ text, link }: Pick<NoticeFace, 'text' | 'link'>, drawLink: DrawLink): Html {
  const words =
    typeof text === 'string' ? html`<p>${text}</p>` : html`${text.map((part) => block(part, drawLink))}`;
  const more = link === null ? null : html`<p>${drawLink(link.href, html`${link.text}`)}</p>`;
  return html`${words}${more}`;
}

function block(part: NoticeBlock, drawLink: DrawLink): Html {
  const line = (pieces: readonly Inline[]) => pieces.map((one) => piece(one, drawLink));
  if (part.kind === 'paragraph') return html`<p>${line(part.content)}</p>`;
  const items = part.items.map((item) => html`<li>${line(item)}</li>`);
  return part.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
}

function piece(part: Inline, drawLink: DrawLink): Html {
  if (part.kind === 'break') return html`<br>`;
  if (part.kind === 'link') return drawLink(part.href, html`${part.content.map(setIn)}`);
  return part.kind === 'text' ? setIn(part) : html``;
}

function setIn({ text, marks }: Words): Html {
  return marks.reduceRight((inner, mark) => elements[mark](inner), html`${text}`);
}

const elements = {
  strong: (inner: Html) => html`<strong>${inner}</strong>`,
  emphasis: (inner: Html) => html`<em>${inner}</em>`,
  code: (inner: Html) => html`<code>${inner}</code>`,
};
