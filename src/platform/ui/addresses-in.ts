/** The email addresses in a copied text, as mail programs write them: `Grace Hopper <grace@college.edu>; …`. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s\p{Cf}<>()[\]"“”,;:]+/u).filter((word) => /^[^@]+@[^@]+$/.test(word));
}

/**
 * Just the address, if a text is one address as mail programs and links copy it: `Grace Hopper <grace@college.edu>`,
 * `mailto:grace@college.edu`. Any other text stays as it is.
 */
export function bareAddress(text: string): string {
  const named = /^[^<>]*<([^<>@\s]+@[^<>@\s]+)>[\s,;]*$/.exec(text);
  const linked = /^\s*mailto:([^@?\s]+@[^@?\s]+)\s*$/i.exec(text);
  return named?.[1] ?? linked?.[1] ?? text;
}
