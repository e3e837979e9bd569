import { instantOf, localDateTimeOf } from '../../../platform/ui/zoned-time.ts';
import type { Link } from '../contract.ts';

/** How the end of a link is typed: never, or a date and time on the college's clock. */
export interface ExpiryValues {
  expires: 'never' | 'on';
  expirationDate: string;
}

export function expiryOf(link: Pick<Link, 'expirationDate'> | null, timeZone: string): ExpiryValues {
  const date = link?.expirationDate ?? null;
  if (date === null) return { expires: 'never', expirationDate: '' };
  return { expires: 'on', expirationDate: localDateTimeOf(date, timeZone) };
}

/**
 * In the shape of the call. A date that is missing or half-typed stays an empty text, which the contract refuses.
 * @param link The current link: an unchanged end stays the same to the millisecond, even in the hour that comes twice.
 */
export function expirationOf(
  { expires, expirationDate }: ExpiryValues,
  timeZone: string,
  link: Pick<Link, 'expirationDate'> | null = null,
): string | null {
  if (expires === 'never') return null;
  const before = link?.expirationDate ?? null;
  if (before !== null && localDateTimeOf(before, timeZone) === expirationDate) return before;
  return instantOf(expirationDate, timeZone) ?? '';
}
