/** Headers of every response; a page adds those of `pageHeaders`. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const transport = publicUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {};
  return {
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...transport,
  };
}

/**
 * Headers of a page: what matters only to a browser that renders a document.
 * @param policy Of `pagePolicy`
 */
export function pageHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

/** What one page may load from an outside service: origins, or addresses that end in a slash (CSP3). */
export interface PageSources {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly style?: readonly string[];
  readonly connect?: readonly string[];
}

/**
 * The policy of pages: nothing inline except style elements with this response's nonce, and our scripts whose exact
 * text is known.
 * @param scripts Hashes of inline scripts, as CSP3 writes them: `sha256-...`.
 * @param sources What only this page may load from elsewhere.
 */
export function pagePolicy(
  nonce: string,
  scripts: readonly string[] = [],
  { script = [], frame = [], style = [], connect = [] }: Partial<PageSources> = {},
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`), ...script].join(' '),
    [`style-src 'self' 'nonce-${nonce}'`, ...style].join(' '),
    ...(frame.length === 0 ? [] : [["frame-src 'self'", ...frame].join(' ')]),
    ...(connect.length === 0 ? [] : [["connect-src 'self'", ...connect].join(' ')]),
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
