import type { Permission } from '../contract/access.ts';
import { readAccount } from '../contract/account.ts';
import type { Call } from '../contract/call.ts';
import { findPeople } from '../contract/directory.ts';
import { readApiDescription } from '../contract/documents.ts';
import { findThings } from '../contract/finding.ts';
import { listNotices, listPublicNotices, readNoticeRevision } from '../contract/notices.ts';
import { arrangePins, readPins, setPin } from '../contract/pins.ts';
import {
  confirmLogout,
  finishSignIn,
  logout,
  readMetadata,
  readUserPhoto,
  receiveResponse,
  singleLogout,
  startSignIn,
  submitSignIn,
} from '../contract/sign-in.ts';
import type { Inclusions, Tool } from '../contract/tool.ts';
import { listWaiting } from '../contract/waiting.ts';

/** Calls that belong together: those of one tool, or the portal's own. */
export interface CallGroup {
  readonly title: string;
  readonly permissions: Readonly<Record<Permission, string>>;
  readonly includes: Inclusions;
  /** What service tokens can be given, each with its sentence. */
  readonly tokenPermissions: Readonly<Record<Permission, string>>;
  readonly calls: readonly Call[];
}

/** A tool with its calls, as far as the docs need it. */
export interface ToolCalls {
  readonly tool: Pick<Tool, 'title' | 'permissions' | 'includes' | 'tokenPermissions'>;
  readonly calls: Readonly<Record<string, Call>>;
}

/** The calls of the portal itself, which belong to no tool. */
const platformCalls: readonly Call[] = [
  readAccount,
  readUserPhoto,
  startSignIn,
  submitSignIn,
  finishSignIn,
  receiveResponse,
  readMetadata,
  singleLogout,
  logout,
  confirmLogout,
  readApiDescription,
  listWaiting,
  listNotices,
  listPublicNotices,
  readNoticeRevision,
  readPins,
  setPin,
  arrangePins,
  findPeople,
  findThings,
];

/**
 * The portal's own calls and then those of every tool, in the order of the list.
 * @throws Error when two calls have the same name, or the same method and path, when a permission is declared twice, or
 *   when a call names a token permission that its tool does not declare, is public and takes tokens, or is for other
 *   sites and not public
 */
export function groupCalls(tools: readonly ToolCalls[]): CallGroup[] {
  const groups = [
    { title: 'The portal itself', permissions: {}, includes: {}, tokenPermissions: {}, calls: platformCalls },
    ...tools.map(({ tool, calls }) => ({
      title: tool.title,
      permissions: tool.permissions,
      includes: tool.includes ?? {},
      tokenPermissions: sentencesOf(tool.tokenPermissions ?? {}),
      calls: Object.values(calls),
    })),
  ];
  const all = groups.flatMap((group) => group.calls);
  for (const group of groups) for (const call of group.calls) assertSound(call, group);
  refuseTwice(groups.flatMap((group) => Object.keys({ ...group.permissions, ...group.tokenPermissions })));
  refuseTwice(all.map((call) => call.name));
  refuseTwice(all.map((call) => `${call.method} ${call.path}`));
  return groups;
}

function sentencesOf(declared: NonNullable<Tool['tokenPermissions']>): CallGroup['tokenPermissions'] {
  return Object.fromEntries(Object.entries(declared).map(([name, { about }]) => [name, about]));
}

function assertSound(call: Call, { tokenPermissions }: CallGroup): void {
  const { name, tokens, access } = call;
  if (tokens !== undefined && !Object.hasOwn(tokenPermissions, tokens)) {
    throw new Error(`${name} is for service tokens with "${tokens}", which its tool does not declare.`);
  }
  if (tokens !== undefined && access === 'public') throw new Error(`${name} is public: it needs no token.`);
  if (call.fromOtherSites === true && access !== 'public') {
    throw new Error(`${name} may be sent by other sites, so it has to be public.`);
  }
}

function refuseTwice(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new Error(`Two things are declared as "${name}".`);
    seen.add(name);
  }
}
