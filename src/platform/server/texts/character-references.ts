/** The references that people write; any other name stays as written. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  sect: '§',
  deg: '°',
  copy: '©',
  reg: '®',
  trade: '™',
  times: '×',
  bull: '•',
  middot: '·',
  rarr: '→',
  colon: ':',
  sol: '/',
  Tab: '\t',
  NewLine: '\n',
};

/** Turns `&amp;` and `&#8211;` into characters: the parser leaves them to HTML, which we never produce. */
export function resolveReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]+));/g,
    (written, decimal, hex, name) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? written) : written;
      return characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
    },
  );
}

function characterOf(codePoint: number): string {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  if (codePoint === 0 || codePoint > 0x10ffff || isSurrogate) return '\ufffd';
  return String.fromCodePoint(codePoint);
}
