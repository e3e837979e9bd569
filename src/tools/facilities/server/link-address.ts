import type { PageName } from '../contract.ts';
import type { FacilitiesLinks } from '../settings.ts';
import { PageMistake } from './page-mistake.ts';

/** An address of the settings, `null` where the college has not said it. @throws PageMistake for an unknown name */
function configured(name: string, links: FacilitiesLinks): string | null {
  if (name !== 'workOrderSystem' && name !== 'keyRequestForm') {
    throw new PageMistake(`There is no link:${name}. Write link:workOrderSystem or link:keyRequestForm.`);
  }
  return links[name] ?? null;
}

/** Stands for this portal at any address; no one can own this name (RFC 6761). */
const here = 'https://portal.invalid';

/** The address that a link of a page may have, or `null`: http, https, mailto, or within the portal. */
export function linkAddress(written: string, page: PageName, links: FacilitiesLinks): string | null {
  if (written.startsWith('link:')) return configured(written.slice('link:'.length), links);
  // A URL parser silently repairs these, and then two readers see two different addresses.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(written)) return null;
  const base = `${here}/departments/facilities/${page}`;
  if (!URL.canParse(written, base)) return null;
  const url = new URL(written, base);
  if (url.origin === here) return addressWithin(url, page);
  if (url.protocol === 'mailto:') return url.href;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

function addressWithin(url: URL, page: PageName): string | null {
  const isThisPage = url.pathname === `/departments/facilities/${page}` && url.search === '';
  if (isThisPage && url.hash !== '') return url.hash;
  // With two slashes, a browser would go to another site.
  return url.pathname.startsWith('//') ? null : `${url.pathname}${url.search}${url.hash}`;
}
