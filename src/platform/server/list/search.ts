/** A `LIKE` pattern for "contains this text", which is taken literally: `%`, `_` and `\` are characters. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
