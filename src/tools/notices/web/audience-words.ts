/** Who gets a notice: "Everyone", or the names of the groups. */
export function audienceWords(groups: readonly string[]): string {
  if (groups.length === 0) return 'Everyone';
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(groups);
}

/** "1 person", "1,203 people". */
export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
}
