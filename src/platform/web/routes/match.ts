/** The parts of a path between the slashes. A slash at the end makes no difference. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** The same address without a slash at the end of its path, as every page is declared. */
export function withoutEndSlash(address: string): string {
  return address.replace(/^([^?#]*[^?#/])\/+(?=$|[?#])/, '$1');
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/**
 * @returns the decoded parameters when the address fits the path, `null` when it does not or cannot be
 * decoded
 */
export function matchPath(path: string, address: string): Record<string, string> | null {
  const wanted = segmentsOf(path);
  const given = segmentsOf(address);
  if (wanted.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const value = decoded(given[index] ?? '');
    if (value === null) return null;
    if (want.startsWith(':')) parameters[want.slice(1)] = value;
    else if (want !== value) return null;
  }
  return parameters;
}

/** Finds the route of an address; a literal segment beats a parameter: `/logs/add` before `/logs/:id`. */
export function findByPath<R extends { path: string }>(
  routes: readonly R[],
  address: string,
): { route: R; params: Record<string, string> } | null {
  let best: { route: R; params: Record<string, string> } | null = null;
  for (const route of routes) {
    const params = matchPath(route.path, address);
    if (params === null) continue;
    if (best === null || Object.keys(params).length < Object.keys(best.params).length)
      best = { route, params };
  }
  return best;
}
