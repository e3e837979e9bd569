import type { Permission } from '../contract/access.ts';
import { readAccount } from '../contract/account.ts';
import type { Call } from '../contract/call.ts';
import { readApiDescription } from '../contract/documents.ts';
import { savePins } from '../contract/pins.ts';
import {
  confirmLogout,
  finishSignIn,
  logout,
  readUserPhoto,
  startSignIn,
  submitSignIn,
} from '../contract/sign-in.ts';
import type { Tool } from '../contract/tool.ts';
import { listWaiting } from '../contract/waiting.ts';

/** Calls that belong together: those of one tool, or the portal's own. */
export interface CallGroup {
  readonly title: string;
  readonly permissions: Readonly<Record<Permission, string>>;
  readonly calls: readonly Call[];
}

/** A tool with its calls, as far as the documents need it. */
export interface ToolCalls {
  readonly tool: Pick<Tool, 'title' | 'permissions'>;
  readonly calls: Readonly<Record<string, Call>>;
}

/** The calls of the portal itself, which belong to no tool. */
const platformCalls: readonly Call[] = [
  readAccount,
  readUserPhoto,
  startSignIn,
  submitSignIn,
  finishSignIn,
  logout,
  confirmLogout,
  readApiDescription,
  listWaiting,
  savePins,
];

/**
 * The portal's own calls and then those of every tool, in the order of the list.
 * @throws Error when two calls have the same name, or the same method and path.
 */
export function groupCalls(tools: readonly ToolCalls[]): CallGroup[] {
  const groups = [
    { title: 'The portal itself', permissions: {}, calls: platformCalls },
    ...tools.map(({ tool, calls }) => ({
      title: tool.title,
      permissions: tool.permissions,
      calls: Object.values(calls),
    })),
  ];
  const all = groups.flatMap((group) => group.calls);
  refuseTwice(all.map((call) => call.name));
  refuseTwice(all.map((call) => `${call.method} ${call.path}`));
  return groups;
}

function refuseTwice(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new Error(`Two calls are declared as "${name}".`);
    seen.add(name);
  }
}
