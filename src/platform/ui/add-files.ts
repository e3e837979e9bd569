/** Identifies a file among those that are chosen: two photos from a phone are both `image.jpg`. */
export const keyOfFile = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** The chosen files and those that are added; one that is chosen a second time is included once. */
export function addFiles(chosen: readonly File[], added: readonly File[]): File[] {
  return [...new Map([...chosen, ...added].map((file) => [keyOfFile(file), file])).values()];
}
