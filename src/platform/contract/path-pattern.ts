/** What the addresses of a path with `:name` parameters look like, with or without a slash at the end. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`);
}
