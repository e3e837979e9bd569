import { type Access, allows } from '../../contract/access.ts';
import type { PageData } from '../../contract/account.ts';
import { homeWords } from '../../contract/shell-screens.ts';
import { type Html, html } from './html.ts';
import { paintEmergencies, paintNotices } from './paint-notices.ts';

/** What the first paint needs to know about a screen. */
export interface PaintedScreen {
  path: string;
  title: string;
  access: Access;
  lead?: string;
}

/**
 * What a page shows until its scripts run: the banner of the demo, the brand, the heading, and its lead, where React
 * will draw them with the same classes (`platform/ui/frame.css`). Screen readers wait for the page itself.
 * @param screen What the address means; `null` for Page Not Found.
 */
export function firstPaint(screen: PaintedScreen | null, path: string, data: PageData): string {
  const { campus } = data;
  const page = html`<div aria-hidden="true">${campus.demo ? banner : null}<div class="quad-header"><div class="quad-header-row"><div class="quad-brand">${mark}<span class="quad-product">${campus.product}</span><span class="quad-college">${campus.college}</span></div></div></div>${paintEmergencies(data.notices?.data ?? [])}<div class="quad-main">${screen === null ? null : words(screen, path, data)}</div></div>`;
  return page.text;
}

/** A public page other than home draws itself. A page that this person may not open says so instead of its name. */
function words(screen: PaintedScreen, path: string, data: PageData): Html | null {
  if (data.offline === true) return null;
  const notices = paintNotices(data.notices?.data ?? [], data.notices?.place ?? '');
  if (screen.path === '/')
    return data.account === null
      ? html`${notices}${hero(data.campus)}`
      : html`${home(data.account.permissions)}${notices}`;
  if (screen.access === 'public' || !allows(screen.access, data.account?.permissions ?? null)) return null;
  const isDeep = path.split('/').filter((segment) => segment !== '').length > 1;
  const lead = screen.lead === undefined ? null : html`<p class="quad-lead">${screen.lead}</p>`;
  return html`${isDeep ? crumbs : null}<div class="quad-heading"><div class="quad-heading-text"><h1>${screen.title}</h1>${lead}</div></div>${notices}`;
}

function hero({ college, signInHelp }: PageData['campus']): Html {
  const help = signInHelp.map(({ title }) => html`<p class="quad-hero-help">${title}</p>`);
  return html`<div class="quad-hero"><div class="quad-hero-words"><p class="quad-hero-greeting">${college}</p><h1 class="quad-hero-title">${homeWords.title}</h1><p class="quad-hero-lead">${homeWords.visitor}</p><div class="quad-hero-action"></div>${help}</div><div class="quad-hero-drawing"></div></div>`;
}

function home(permissions: readonly string[]): Html {
  const rest = permissions.includes('dashboard.open') ? ` ${homeWords.rest} ${homeWords.dashboard}.` : '';
  return html`<h1 class="quad-home-title">${homeWords.title}</h1><p class="quad-home-lead">${homeWords.person}${rest}</p>`;
}

const banner = html`<div class="quad-banner"><strong>Demo</strong> The people and data here are made up, and anyone can sign in.</div>`;

/** These lines depend on more than the address. */
const crumbs = html`<div class="quad-crumbs">\u00a0</div>`;

/** The drawing of `platform/ui/logo.tsx`. */
const mark = html`<svg class="quad-mark" width="30" height="30" viewBox="0 0 32 32"><rect x="2" y="2" width="17" height="9" rx="1.5"/><rect x="21" y="2" width="9" height="17" rx="1.5"/><rect x="13" y="21" width="17" height="9" rx="1.5"/><rect x="2" y="13" width="9" height="17" rx="1.5"/><rect x="13" y="13" width="6" height="6" rx="1"/></svg>`;
