/**
 * A permission is a tool's name and a verb: `short-links.manage`. `campus/access.yaml` gives it to groups.
 */
export type Permission = `${string}.${string}`;

/** Who may use a call, a screen or a place. There is no default: leaving it out does not compile. */
export type Access = 'public' | 'signed-in' | Permission;

/** Whether someone with these permissions (`null`: signed out) passes. */
export function allows(access: Access, permissions: ReadonlySet<string> | readonly string[] | null): boolean {
  if (access === 'public') return true;
  if (permissions === null) return false;
  if (access === 'signed-in') return true;
  return Array.isArray(permissions)
    ? permissions.includes(access)
    : (permissions as ReadonlySet<string>).has(access);
}
