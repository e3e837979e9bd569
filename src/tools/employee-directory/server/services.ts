import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import type { ShownField } from '../settings.ts';

/** What the operations of this tool are made with. */
export interface EmployeeDirectory {
  shows: ReadonlySet<ShownField>;
  /** By name or code of a department, in lower case. */
  maintainers: ReadonlyMap<string, string>;
  /** Where corrections go without a maintainer; `null` if it is not an email address. */
  support: string | null;
  throttle: Platform['throttle'];
}

/** Who corrects the entries of a department. */
export function maintainerOf(
  { maintainers, support }: Pick<EmployeeDirectory, 'maintainers' | 'support'>,
  { department, code }: { department: string; code: string },
): string | null {
  return maintainers.get(department.toLowerCase()) ?? maintainers.get(code.toLowerCase()) ?? support;
}
