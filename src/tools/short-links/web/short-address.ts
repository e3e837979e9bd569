/** The full short address, as on a flyer. */
export function shortAddress(name: string, origin: string = window.location.origin): string {
  return `${origin}/r/${encodeURIComponent(name)}`;
}

/** The same without the scheme, for reading. */
export function readableAddress(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
