import type { Header } from 'postal-mime';

/** Addresses that machines write from. */
const machines = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([-+=.].*)?@/i;

/**
 * Whether no person wrote an email, so it must not be answered and changes nothing: vacation notices, bounces, lists
 * (RFC 3834, and other common headers).
 * @param own Addresses of the portal itself
 */
export function isAutomatic(headers: readonly Header[], from: string, own: readonly string[]): boolean {
  const headerOf = (key: string) =>
    headers
      .find((header) => header.key === key)
      ?.value.trim()
      .toLowerCase();
  const submitted = headerOf('auto-submitted');
  if (submitted !== undefined && !/^no\b/.test(submitted)) return true;
  if (/^(bulk|junk|list|auto_reply)\b/.test(headerOf('precedence') ?? '')) return true;
  if (/^multipart\/report\b/.test(headerOf('content-type') ?? '')) return true;
  if (headerOf('return-path') === '<>') return true;
  const telling = ['x-autoreply', 'x-autorespond', 'x-auto-response-suppress', 'list-id', 'list-unsubscribe'];
  if (telling.some((key) => headerOf(key) !== undefined)) return true;
  return from === '' || machines.test(from) || own.includes(from);
}
