/**
 * The letters shown for a person without a photo: from the first and last word, or the first two letters of a
 * single name, in capitals. Counts characters as people see them, not code units, and leaves out what a directory adds
 * to a name, as in "Hopper, Grace (Student)".
 */
export function initialsOf(name: string): string {
  const words = wordsOf(name.replace(/\([^()]*\)/g, ' ')) ?? wordsOf(name) ?? [];
  const [first, ...others] = words;
  if (first === undefined) return '';
  const last = others.at(-1);
  const letters = last === undefined ? [...first].slice(0, 2) : [[...first][0] ?? '', [...last][0] ?? ''];
  return letters.join('').toLocaleUpperCase('en-US');
}

/** Each from its first letter on: a quotation mark is not an initial. */
function wordsOf(name: string): string[] | null {
  return name.match(/[\p{L}\p{N}][^\s()]*/gu);
}
