/** The page that opens offline, as it is kept: no account, and a placeholder for the nonce. */
export interface ShellPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

const placeholder = '__NONCE__';
const policyHeader = 'content-security-policy';

/** Headers about how this one response was transferred. */
const notKept = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];

/**
 * Removes the nonce from a page and its policy, so that none is used twice.
 * @returns `null` when the page is not what the portal sends
 */
export function withoutNonce(html: string, headers: Headers): ShellPage | null {
  const nonce = /'nonce-([A-Za-z0-9+/=_-]+)'/.exec(headers.get(policyHeader) ?? '')?.[1];
  if (nonce === undefined || !html.includes('id="quad-data"')) return null;
  const kept = [...headers].filter(([name]) => !notKept.includes(name.toLowerCase()));
  return {
    html: html.replaceAll(nonce, placeholder),
    headers: Object.fromEntries(kept.map(([name, value]) => [name, value.replaceAll(nonce, placeholder)])),
  };
}

/** The page for one view. */
export function withNonce({ html, headers }: ShellPage, nonce: string): ShellPage {
  return {
    html: html.replaceAll(placeholder, nonce),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replaceAll(placeholder, nonce)]),
    ),
  };
}

/** 128 random bits, as on the server. */
export function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/** The files of the bundle that the page loads. */
export function filesOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? []);
}
