/**
 * The letters shown for a person without a photo: from the first and last word, or the first two letters of a
 * single name, in capitals. Counts characters as people see them, not code units.
 */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const [first, ...others] = words;
  if (first === undefined) return '';
  const last = others.at(-1);
  const letters = last === undefined ? [...first].slice(0, 2) : [[...first][0] ?? '', [...last][0] ?? ''];
  return letters.join('').toLocaleUpperCase('en-US');
}
