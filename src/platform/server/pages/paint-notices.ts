import type { Notice, NoticeFace } from '../../contract/notices.ts';
import { type Html, html } from './html.ts';
import { noticeWords } from './notice-words.ts';

/** As `platform/web/notices/place-notices.tsx` draws them; the line about the time follows with the scripts. */
export function paintNotices(notices: readonly Notice[], place: string): Html | null {
  const shown = notices.filter(({ places }) => places.includes(place));
  if (shown.length === 0) return null;
  const cards = shown.map(({ action, dismissal, ...face }) => {
    const button = action === null ? null : html`<span class="quad-notice-action">${action.label}</span>`;
    const cross = dismissal === null ? null : html`<span class="quad-notice-dismissal"></span>`;
    return html`<div class="quad-notice" data-tone="${face.tone}"><svg></svg><div class="quad-notice-words"><h2 class="quad-notice-title">${face.title}</h2>${body(face)}<p class="quad-notice-about">\u00a0</p></div>${button}${cross}</div>`;
  });
  return html`<div class="quad-notices">${cards}</div>`;
}

/** As `platform/web/notices/emergency-bar.tsx` draws them. */
export function paintEmergencies(notices: readonly Notice[]): Html | null {
  const shown = notices.filter(({ tone }) => tone === 'emergency');
  if (shown.length === 0) return null;
  const all = shown.map(
    (face) =>
      html`<details class="quad-emergency" open><summary class="quad-emergency-title"><svg class="quad-emergency-icon"></svg><span>Emergency: ${face.title}</span><svg class="quad-emergency-icon"></svg></summary><div class="quad-emergency-words">${body(face)}<p class="quad-notice-about">\u00a0</p></div></details>`,
  );
  return html`<div class="quad-emergencies">${all}</div>`;
}

/** Until the scripts run nothing can be pressed, so a link is only drawn. */
function body(face: NoticeFace): Html {
  return noticeWords(face, (_href, inner) => html`<span class="quad-notice-link">${inner}</span>`);
}
