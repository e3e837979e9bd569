/** The length of the runs: as many characters as fit into the body of a form. */
const many = 60_000;
const times = (text: string, count = many) => text.repeat(Math.floor(count / text.length));

/** Texts that cost a careless reader the square of their length to normalize, match, count, or write. */
export const expensiveTexts: Readonly<Record<string, string>> = {
  'marks to sort': `a${times('\u0301\u0316')}`,
  'as many marks as a long text may have characters': `a${times('\u0301\u0316', 4_998)}`,
  'marks of a musical note': times('\u{1d15f}\u{1d16d}'),
  'letters with as many marks as are allowed': times(`a${'\u0301\u0316'.repeat(15)}`, 20_000),
  'syllables in pieces': times('\u1100\u1161\u11a8'),
  'letters that become many': times('\ufdfa\u0390'),
  'white space': times(' \t'),
  'white space before a letter': `${times(' ')}x`,
  'letters before what no address has': `${times('a')}!`,
  'dots and letters': `${times('a.')}@`,
  'an address of email that never ends': `a@${times('a.')}`,
  'a time with a long fraction': `2026-11-21T08:00:00.${times('9')}Z`,
  'an address with a host of many letters': `https://${Array.from({ length: 20_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
  ).join('')}/`,
  'an address of marks': `http://a${times('\u0301\u0316')}.example/`,
  'an address of slashes': `http:${times('/')}`,
  digits: times('9'),
  quotes: times('"'),
  commas: times(','),
  'lines of one letter': times('a\n'),
};
