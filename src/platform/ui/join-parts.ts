/** Words side by side, with a dot between them that never begins a line. Empty ones are left out. */
export function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\u00a0· ');
}
