/** A `LIKE` pattern for "contains this text", which is taken literally: `%`, `_` and `\` are characters. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Letters of any case are the same, in every alphabet and whatever the locale of the database. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}
