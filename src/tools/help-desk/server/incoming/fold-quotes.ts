export interface Folded {
  /** What was written now. */
  text: string;
  /** What it answers, as the mail program repeated it. */
  quoted: string;
}

const attribution = /^(On\b.{5,300}\bwrote:|Am\b.{5,300}\bschrieb.{0,200}:)$/s;
/** No one writes an address like that by hand. */
const addressed = /<[^<>\s@]+@[^<>\s@]+>(\s+wrote)?:$/;
const separator = /^(-{2,}\s*(Original Message|Forwarded message)\s*-{2,}|_{20,})$/i;
const headerLine = /^\*?(From|Sent|Date|To|Cc|Subject):\*?\s/;

/** Separates a reply from what its mail program quoted below or around it. */
export function foldQuotes(written: string): Folded {
  const lines = written
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const end = lines.findIndex((_line, index) => startsOldEmail(lines, index));
  const own: string[] = [];
  const quoted: string[] = [];
  const above = end === -1 ? lines : lines.slice(0, end);
  for (const [index, line] of above.entries()) {
    const isQuoted = /^>/.test(line) || isAttribution(above, index) || isAttribution(above, index - 1, 2);
    (isQuoted ? quoted : own).push(line);
  }
  if (end !== -1) quoted.push(...lines.slice(end));
  return { text: tidy(own), quoted: tidy(quoted) };
}

/** An older email that is repeated without marks: Outlook puts its headers first, Yahoo a line about it. */
function startsOldEmail(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  const next = lines.slice(index + 1, index + 5);
  if (separator.test(line) || isBareAttribution(lines, index)) return true;
  return /^\*?From:/.test(line) && next.filter((one) => headerLine.test(one)).length >= 2;
}

/**
 * "On ... <address> wrote:" before something that is not marked as a quote, as Yahoo does it. Without words above, the
 * reply is somewhere below it.
 */
function isBareAttribution(lines: readonly string[], index: number): boolean {
  const [one = '', two = ''] = lines.slice(index, index + 2);
  return (
    [one, `${one} ${two}`].some((words) => attribution.test(words.trim()) && addressed.test(words.trim())) &&
    !isAttribution(lines, index) &&
    lines.slice(0, index).some((line) => line !== '' && !line.startsWith('>'))
  );
}

/** "On ... wrote:" in one line or broken into two, before something quoted. */
function isAttribution(lines: readonly string[], index: number, only: 1 | 2 | 0 = 0): boolean {
  const [one = '', two = '', ...after] = lines.slice(index, index + 5);
  if (index < 0) return false;
  const isBeforeQuote = (rest: readonly string[]) =>
    (rest.find((line) => line !== '') ?? '>').startsWith('>');
  if (only !== 2 && attribution.test(one.trim())) return isBeforeQuote([two, ...after]);
  return attribution.test(`${one} ${two}`.trim()) && !attribution.test(one.trim()) && isBeforeQuote(after);
}

function tidy(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
