/** Digits, with commas only between thousands, and at most two decimals. */
const written = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/;

/**
 * The amount that a person typed, in dollars with at most two decimals: `1,234.5` and `$1234.50` are 1234.5.
 * `null` for anything else, such as `12,5` or three decimals: a guess could be wrong by a factor of a hundred.
 */
export function amountOf(text: string): number | null {
  const found = written.exec(text.trim());
  if (found === null || !/\d/.test(text)) return null;
  const [, dollars = '0', cents = ''] = found;
  return (Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))) / 100;
}
