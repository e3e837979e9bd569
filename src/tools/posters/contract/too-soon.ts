/** Why a poster can't be ready on a day. @param earliest The first day on which it can, in words */
export function tooSoon(earliest: string): string {
  return `The mail room needs more time. Choose ${earliest} or later, or call them.`;
}
