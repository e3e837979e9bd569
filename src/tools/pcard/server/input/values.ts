import type { DateFormat } from '../../contract/profile-input.ts';

/** More than any purchase, and small enough that the sum of a whole file is exact. */
const mostCents = 1_000_000_000;

const decimal = /^(\()?([-+])?\$?([-+])?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{1,2}))?(-)?(\))?$/;

/**
 * The cents of an amount as banks write it: `1,039.00`, `-75`, `75.00-`, `(75.00)`, or, in cents, `0000007500`.
 * `null` for anything else, such as three decimals: a guess could be wrong by a factor of a hundred.
 */
export function centsOf(text: string, format: 'decimal' | 'cents'): number | null {
  const plain = text.trim().replaceAll('\u2212', '-').replaceAll(' ', '');
  const cents = format === 'cents' ? wholeCents(plain) : decimalCents(plain);
  return cents === null || Math.abs(cents) > mostCents ? null : cents === 0 ? 0 : cents;
}

function wholeCents(text: string): number | null {
  return /^[-+]?\d{1,30}$/.test(text) ? Number(text) : null;
}

function decimalCents(text: string): number | null {
  const found = decimal.exec(text);
  if (found === null || !/\d/.test(text)) return null;
  const [, opens, before, inside, whole = '', cents = '', behind, closes] = found;
  if ((opens === undefined) !== (closes === undefined)) return null;
  if ([opens, before, inside, behind].filter((sign) => sign !== undefined).length > 1) return null;
  const amount = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  const isNegative = opens !== undefined || [before, inside, behind].includes('-');
  return isNegative ? -amount : amount;
}

const orders: Record<DateFormat, RegExp> = {
  'MM/DD/YYYY': /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d{4})$/,
  'M/D/YYYY': /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/,
  'MM/DD/YY': /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d\d)$/,
  'DD/MM/YYYY': /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/,
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  MMDDYYYY: /^(?<month>\d\d)(?<day>\d\d)(?<year>\d{4})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
};

/** A day of the calendar as `YYYY-MM-DD`; `null` for what the format does not allow, or a day that does not exist. */
export function dayFrom(text: string, format: DateFormat): string | null {
  const { year = '', month = '', day = '' } = orders[format].exec(text.trim())?.groups ?? {};
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  return exists && iso >= '2000' && iso < '2101' ? iso : null;
}

/** A `YYYY-MM-DD` in a different order. */
export function writeDay(iso: string, format: DateFormat): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  if (format === 'M/D/YYYY') return `${Number(month)}/${Number(day)}/${year}`;
  return format.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', day);
}

/** The last day of the month of `J1126`, as `YYYY-MM-DD`. */
export function lastDayOf(journalLogNumber: string): string {
  const month = Number(journalLogNumber.slice(1, 3));
  const year = 2000 + Number(journalLogNumber.slice(3));
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/**
 * The last four digits of a card, written in full or masked by the bank; `null` for anything else. A spreadsheet's
 * `4.11E+15` has lost its last digits.
 */
export function lastFour(card: string): string | null {
  return /^[\d*xX•·#.]*(\d{4})$/.exec(card.replace(/[\s-]/g, ''))?.[1] ?? null;
}

/** Groups of digits with only white space, invisible characters, dashes, dots, or underscores between them. */
const digitGroups = /\d+(?:[\s\p{Cc}\p{Cf}\p{Pd}._]+\d+)*/gu;

/** References are longer than a card number, or start differently. */
const cardLike = /^[2-6]\d{13,18}$/;
const longestCard = 19;
/** For a card that is written in groups: anything longer is a ticket or a reference, not part of a card number. */
const longestGroup = 6;

/**
 * A text without card numbers: all but their last four digits become `*`. They are recognized by their check digit,
 * whole or in groups, even if other groups of digits come before or after them.
 */
export function withoutCardNumbers(text: string): string {
  return text.replace(digitGroups, hideCards);
}

function hideCards(run: string): string {
  let shown = '';
  let behind = 0;
  for (const { start, end } of findCards(run)) {
    const digits = run.slice(start, end).replace(/\D/g, '');
    shown += `${run.slice(behind, start)}************${digits.slice(-4)}`;
    behind = end;
  }
  return shown + run.slice(behind);
}

/** Where card numbers are among groups of digits. What could be one or another, since they overlap, is one. */
function findCards(run: string): { start: number; end: number }[] {
  const groups = [...run.matchAll(/\d+/g)];
  const cards: { start: number; end: number }[] = [];
  for (const [first, { index: start }] of groups.entries()) {
    let digits = '';
    let longest = 0;
    for (const { 0: group, index } of groups.slice(first, first + longestCard)) {
      longest = Math.max(longest, group.length);
      if (digits !== '' && longest > longestGroup) break;
      digits += group;
      if (digits.length > longestCard) break;
      if (!cardLike.test(digits) || !hasCheckDigit(digits)) continue;
      const end = index + group.length;
      const last = cards.at(-1);
      if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
      else cards.push({ start, end });
    }
  }
  return cards;
}

/** ISO/IEC 7812: the check digit by Luhn. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** What is shown of a card that could not be read: no digits except the last four. */
export function hiddenCard(card: string): string {
  const kept = card.slice(0, 60);
  const digits = kept.replace(/\D/g, '').length;
  let seen = 0;
  return kept.replace(/\d/g, (digit) => {
    seen += 1;
    return seen > digits - 4 && digits > 4 ? digit : '*';
  });
}
