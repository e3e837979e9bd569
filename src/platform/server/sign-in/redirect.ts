import { hasFewMarks } from '../../contract/fields.ts';

/** Longer addresses do not fit into the header of a response next to everything else. */
const maxLength = 2_000;
/** Calls and short links: a sign-in must not have a side effect or leave the portal. */
const forbiddenPaths = /^\/(api|r)(\/|$)/i;
/** What the specification's malformed address appends to the path with a second question mark. */
const strayParameter = /[?&](postLoginRedirectUri|scopesToConsent)=.*$/s;

/**
 * Where a browser may go after a sign-in or a logout: a path on our own origin, neither below `/api/` nor
 * `/r/`. Anything else silently becomes the home page: the person may not have written the address.
 */
export function safeRedirect(written: unknown, publicUrl: string): string {
  if (typeof written !== 'string' || written.length > maxLength || !hasFewMarks(written)) return '/';
  const wanted = withoutOrigin(written.trim().replace(strayParameter, ''), publicUrl);
  if (!isPlainPath(wanted)) return '/';
  // The browsers' parser decides what the text means, and only its result is followed.
  const base = 'http://quad.invalid';
  if (!URL.canParse(wanted, base)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, base);
  if (origin !== base || !readings(pathname).every(isAllowed)) return '/';
  return pathname + search + hash;
}

function withoutOrigin(written: string, publicUrl: string): string {
  if (written === publicUrl) return '/';
  return written.startsWith(`${publicUrl}/`) ? written.slice(publicUrl.length) : written;
}

/** One slash, and nothing that a parser would drop (tab, line break) or turn into a slash (backslash). */
function isPlainPath(written: string): boolean {
  return /^\/(?!\/)/.test(written) && !/[\\\s\p{Cc}]/u.test(written) && written.isWellFormed();
}

/** Every reading of a path that a part of a server may use: decoded once, twice, dots resolved or not. */
function readings(path: string): string[] {
  const found = [path];
  for (let reading = path; found.length < 16; ) {
    const decoded = decodedOnce(reading);
    const next = resolved(decoded);
    if (next === reading) return found;
    found.push(decoded, next);
    reading = next;
  }
  // Encoded more often than could happen by accident.
  return ['//'];
}

function decodedOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '//';
  }
}

function resolved(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

function isAllowed(path: string): boolean {
  // Compared in normalized width: `ａｐｉ` is a different path to us, but the same one to a careless proxy.
  const plain = path.normalize('NFKC');
  return (
    !forbiddenPaths.test(plain.replace(/\/{2,}/g, '/')) && !plain.startsWith('//') && !plain.includes('\\')
  );
}
