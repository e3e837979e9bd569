/** The email addresses in a copied text, as mail programs write them: `Grace Hopper <grace@college.edu>; …`. */
export function addressesIn(text: string): string[] {
  return text.match(/[^\s\p{Cf}<>()[\]"“”,;:]+@[^\s\p{Cf}<>()[\]"“”,;:]+/gu) ?? [];
}
