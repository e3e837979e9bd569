import { guardFormula } from './formula.ts';

/** A text as one cell of a CSV file (RFC 4180), which no spreadsheet runs as a formula. */
export function csvText(text: string): string {
  const safe = guardFormula(text);
  // `;` and tabs as well: many spreadsheets accept them as separators besides the comma.
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The byte order mark that a file for a person begins with: by it, Excel for Windows knows that the text is UTF-8. */
export const csvMark = '\ufeff';
