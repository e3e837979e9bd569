/** Letters that are not an accented form of another letter, but that people search for as one. */
const alike: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/**
 * Lower case without accents, so that "Zoe" finds "Zoë" and "Soren" finds "Søren". All apostrophes are the same: an iPhone types
 * a curved one.
 */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[øłđðþßæœı]/g, (letter) => alike[letter] ?? letter);
}
