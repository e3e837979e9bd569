/** What makes a spreadsheet run a cell: an operator first, also behind white space or in its full-width form. */
const formula = /^(?:[\s\u200b\u2060]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;

/** Puts an apostrophe before text that a spreadsheet would run as a formula (OWASP, "CSV Injection"). */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Takes the apostrophe of `guardFormula` away again, so that an exported file can be imported. */
export function withoutFormulaGuard(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}
