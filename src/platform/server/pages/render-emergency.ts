import type { Notice, NoticeBlock } from '../../contract/notices.ts';
import type { Inline, Words } from '../../contract/texts.ts';
import { type Html, html } from './html.ts';

/** An emergency on a page without scripts, where its links have to work as they are. */
export function renderEmergency({ title, text, link }: Notice): Html {
  const words = typeof text === 'string' ? html`<p>${text}</p>` : html`${text.map(block)}`;
  const more = link === null ? null : html`<p><a href="${link.href}">${link.text}</a></p>`;
  return html`<section class="emergency" aria-label="Emergency"><div><h2>Emergency: ${title}</h2>${words}${more}</div></section>`;
}

function block(part: NoticeBlock): Html {
  if (part.kind === 'paragraph') return html`<p>${part.content.map(piece)}</p>`;
  const items = part.items.map((item) => html`<li>${item.map(piece)}</li>`);
  return part.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
}

function piece(part: Inline): Html {
  if (part.kind === 'break') return html`<br>`;
  if (part.kind === 'link') return html`<a href="${part.href}">${part.content.map(marked)}</a>`;
  return part.kind === 'text' ? marked(part) : html``;
}

function marked({ text, marks }: Words): Html {
  return marks.includes('strong') ? html`<strong>${text}</strong>` : html`${text}`;
}
