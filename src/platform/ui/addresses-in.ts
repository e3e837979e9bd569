/** The email addresses in a copied text, as mail programs write them: `Grace Hopper <grace@college.edu>; …`. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s\p{Cf}<>()[\]"“”,;:]+/u).filter((word) => /^[^@]+@[^@]+$/.test(word));
}
