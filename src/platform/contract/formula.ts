/** What makes a spreadsheet run a cell: one of these first, in any width or form. */
const operator = '[=+\\-@\\u2212\\ufe62\\ufe63\\ufe66\\ufe6b\\uff1d\\uff0b\\uff0d\\uff20]';
/** What is invisible before it: white space, control and format characters. */
const invisible = '\\s\\p{Z}\\p{C}';

/** Apostrophes before an operator are guarded as well, so that removing one restores the original text. */
const atStart = new RegExp(`^'*(?:[${invisible}]*${operator}|[\\t\\r\\n])`, 'u');
/** After a separator, quotation marks may be ignored, so a formula may start after them, too. */
const inside = new RegExp(`^([${invisible}"]*)(?='*${operator})`, 'u');
const guardedInside = new RegExp(`^([${invisible}"]*)'(?='*${operator})`, 'u');

/**
 * Where a spreadsheet that separates by `;` or tabs begins a new cell or row. It splits our records there
 * even inside quotes, since for it they are in the middle of a cell.
 */
const behindSeparator = /(?<=[;\t\r\n])/;

/** Puts an apostrophe before anything that a spreadsheet would run as a formula (OWASP, "CSV Injection"). */
export function guardFormula(text: string): string {
  const guarded = changeInside(text, (piece) => piece.replace(inside, "$1'"));
  return atStart.test(text) ? `'${guarded}` : guarded;
}

/** Removes the apostrophes of `guardFormula`, so that an exported file can be imported. */
export function withoutFormulaGuard(text: string): string {
  const plain = changeInside(text, (piece) => piece.replace(guardedInside, '$1'));
  return plain.startsWith("'") && atStart.test(plain.slice(1)) ? plain.slice(1) : plain;
}

function changeInside(text: string, change: (piece: string) => string): string {
  const [first = '', ...pieces] = text.split(behindSeparator);
  return pieces.length === 0 ? text : first + pieces.map(change).join('');
}
