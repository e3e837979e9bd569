import { TextMistake } from './text-mistake.ts';

/** Addresses that a college configures, by the names that a text uses: `[the form](link:keyRequestForm)`. */
export type TextLinks = Readonly<Record<string, string | undefined>>;

/** An address of the settings, `null` if the college has not given it. @throws TextMistake for an unknown name */
function configured(name: string, links: TextLinks): string | null {
  if (Object.hasOwn(links, name)) return links[name] ?? null;
  const known = Object.keys(links).map((one) => `link:${one}`);
  const remedy = known.length === 0 ? 'Write the address itself.' : `Write ${known.join(' or ')}.`;
  throw new TextMistake(`There is no link:${name}. ${remedy}`);
}

/** Stands for this portal, whatever its address is; no one can own this name (RFC 6761). */
const here = 'https://portal.invalid';

/**
 * The address that a link of a text may have, or `null`: http, https, mailto, or within the portal.
 * @param path Of the page that shows the text, such as `/departments/facilities/keys`
 */
export function linkAddress(written: string, path: string, links: TextLinks): string | null {
  if (written.startsWith('link:')) return configured(written.slice('link:'.length), links);
  // A URL parser silently repairs these, and then two readers see two different addresses.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(written)) return null;
  const base = here + path;
  if (!URL.canParse(written, base)) return null;
  const url = new URL(written, base);
  if (url.origin === here) return addressWithin(url, path);
  if (url.protocol === 'mailto:') return url.href;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

function addressWithin(url: URL, path: string): string | null {
  const isThisPage = url.pathname === path && url.search === '';
  if (isThisPage && url.hash !== '') return url.hash;
  // With two slashes, a browser would go to another site.
  return url.pathname.startsWith('//') ? null : `${url.pathname}${url.search}${url.hash}`;
}
