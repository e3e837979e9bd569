/**
 * The one form in which facts are hashed and compared, so that spaces, dashes, and the way a spreadsheet writes numbers
 * make no difference.
 */

/** Letters and digits in other scripts and widths become plain ones. */
const plain = (written: string) => written.normalize('NFKC').trim();

export function canonicalEmail(written: string): string {
  return plain(written).toLowerCase();
}

/** Spreadsheets drop a number's leading zeros. '' if nothing is left. */
export function canonicalId(written: string): string {
  const id = plain(written)
    .replace(/[\s\-\u2010-\u2015._/]+/g, '')
    .toUpperCase();
  return /^\d+$/.test(id) ? id.replace(/^0+(?=.)/, '') : id;
}

/** Only digits, without the 1 of North America; '' if it is not a phone number. */
export function canonicalPhone(written: string): string {
  const digits = plain(written)
    .replace(/(?:ext|x|#).*$/is, '')
    .replace(/\D+/g, '')
    .replace(/^00/, '')
    .replace(/^1(?=\d{10}$)/, '');
  return digits.length >= 7 && digits.length <= 15 ? digits : '';
}

/** Four digits; '' otherwise. A spreadsheet drops leading zeros, so fewer digits in a file are padded. */
export function canonicalLastFour(written: string, { fill = false }: { fill?: boolean } = {}): string {
  const digits = plain(written).replace(/^[*x\s-]+/i, '');
  const filled = fill && /^\d{1,4}$/.test(digits) ? digits.padStart(4, '0') : digits;
  return /^\d{4}$/.test(filled) ? filled : '';
}

/** `3/7/2004`, `03/07/2004`, or `2004-03-07`, as `2004-03-07`; '' if there is no such day from 1900 to today. */
export function canonicalBirthdate(written: string, today: string): string {
  const text = plain(written);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const [year, month, day] =
    american === null ? [iso?.[1], iso?.[2], iso?.[3]] : [american[3], american[1], american[2]];
  if (year === undefined || month === undefined || day === undefined) return '';
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
  return exists && date >= '1900-01-01' && date <= today ? date : '';
}
