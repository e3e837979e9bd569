let ahead = 0;

/** Milliseconds by which the clock of this device is ahead of the server's, from the last answer; 0 before any. */
export function clockAhead(): number {
  return ahead;
}

/** Compares the `Date` of an answer (RFC 9110, in whole seconds) with the middle of the time that it took. */
export function noteServerTime(headers: Headers, askedAt: number, answeredAt: number): void {
  const told = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(told)) ahead = (askedAt + answeredAt) / 2 - told;
}
