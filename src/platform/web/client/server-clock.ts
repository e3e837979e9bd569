let ahead = 0;

/** Milliseconds that this device's clock is ahead of the server's, by the last response; at first 0. */
export function clockAhead(): number {
  return ahead;
}

/** The server's time, in milliseconds since 1970. What has ended or is yet to come is decided by its clock, not the device's. */
export function serverNow(): number {
  return Date.now() - ahead;
}

/** Compares the `Date` of a response (RFC 9110, whole seconds) with the middle of the time it took. */
export function noteServerTime(headers: Headers, askedAt: number, answeredAt: number): void {
  const serverTime = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(serverTime)) ahead = (askedAt + answeredAt) / 2 - serverTime;
}
