/** Says that a poster can't be ready that soon. @param earliest The first day that it can, in words */
export function tooSoon(earliest: string): string {
  return `The mail room needs more time. Choose ${earliest} or later, or call them.`;
}
