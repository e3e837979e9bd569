/**
 * What makes a spreadsheet run a cell: an operator first, also behind what is not seen (white space, control and format
 * characters) or in another width or form; and whatever begins with a tab or a line break.
 */
const formula = /^(?:[\s\p{Z}\p{C}]*[=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/** Puts an apostrophe before text that a spreadsheet would run as a formula (OWASP, "CSV Injection"). */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Takes the apostrophe of `guardFormula` away again, so that an exported file can be imported. */
export function withoutFormulaGuard(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}
