/** A `LIKE` pattern for "contains this text", taken literally: `%`, `_` and `\` are plain characters. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Letters of any case are equal, in every alphabet and regardless of the database's locale. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}
