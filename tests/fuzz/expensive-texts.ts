/** As many characters as fit into the body of a form: more than any field accepts, which has to be noticed first. */
const many = 60_000;

type Write = (length: number) => string;

/** Begins and ends with these, with as many of the piece as fit in between. */
const times =
  (piece: string, begin = '', end = ''): Write =>
  (length) =>
    begin + piece.repeat(Math.max(0, (length - begin.length - end.length) / piece.length)) + end;

/** Texts of a length that cost a careless reader the square of it to normalize, match, count, or write. */
export const expensiveTexts: Readonly<Record<string, Write>> = {
  'marks to sort': times('\u0301\u0316', 'a'),
  'more marks than any text may have': () => times('\u0301\u0316', 'a')(many),
  'marks of a musical note': times('\u{1d15f}\u{1d16d}'),
  'letters with as many marks as are allowed': times(`a${'\u0301\u0316'.repeat(15)}`),
  'syllables in pieces': times('\u1100\u1161\u11a8'),
  'letters that become many': times('\ufdfa\u0390'),
  'white space between letters': times(' \t', 'x', 'x'),
  'lines without letters': times('\n', 'x', 'x'),
  'letters before what no address has': times('a', '', '!'),
  'dots and letters': times('a.', '', '@'),
  'an address of email that never ends': times('a.', 'a@'),
  'a time with a long fraction': times('9', '2026-11-21T08:00:00.', 'Z'),
  'an address with a host of many letters': (length) => {
    const letter = (_one: unknown, index: number) =>
      String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000));
    return `https://${Array.from({ length: Math.max(1, length - 9) }, letter).join('')}/`;
  },
  'an address of marks': times('\u0301\u0316', 'http://a', '.example/'),
  'an address of slashes': times('/', 'http:'),
  digits: times('9'),
  quotes: times('"'),
  commas: times(','),
  'lines of one letter': times('a\n'),
  'quotes in Markdown': times('>'),
  'lists in Markdown, above many lines': (length) => times('- ')(length / 2) + times('a\n=\n')(length / 2),
  'bold text in Markdown that never ends': times("**a'"),
  'links in Markdown that never end': times('[a]('),
};
