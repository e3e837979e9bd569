import type { Notice } from '../../contract/notices.ts';
import { type Html, html } from './html.ts';
import { noticeWords } from './notice-words.ts';

/** An emergency on a page without scripts, where its links have to work as they are. */
export function renderEmergency({ title, ...said }: Notice): Html {
  const words = noticeWords(said, (href, inner) => html`<a href="${href}">${inner}</a>`);
  return html`<section class="emergency" aria-label="Emergency"><div><h2>Emergency: ${title}</h2>${words}</div></section>`;
}
