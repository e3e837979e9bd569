import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { DeclaredPermission, DeclaredRowRight } from '../../../platform/server/tool/server-tool.ts';
import type { LinkRequest, Person, PersonDetails } from '../contract.ts';
import type { IdentityRow, LinkRequestRow, PersonRow, RecordRow } from './queries.ts';
import { mayBlock, mayUnblock } from './rules.ts';

export function presentPerson(row: PersonRow, viewer: Actor): Person {
  const {
    id,
    name,
    email,
    groups,
    disabled,
    email_released_at,
    created_at,
    last_sign_in_at,
    version,
    sessions,
    // Only sent when someone decides based on an older state.
    decided_by: _,
    ...rest
  } = row;
  rest satisfies NothingLeft;
  return {
    id,
    name,
    email,
    groups,
    blocked: disabled,
    addressReleased: email_released_at !== null,
    createdAt: created_at.toISOString(),
    lastSignInAt: isoOrNull(last_sign_in_at),
    sessions,
    version,
    can: { block: isAllowed(mayBlock(viewer, row)), unblock: isAllowed(mayUnblock(viewer)) },
  };
}

export function presentIdentity(row: IdentityRow): PersonDetails['identities'][number] {
  const { provider, subject, groups, created_at, ...rest } = row;
  rest satisfies NothingLeft;
  return { provider, subject, groups, createdAt: created_at.toISOString() };
}

export function presentRecord(row: RecordRow): NonNullable<PersonDetails['directory']> {
  const { key, title, department, kind, groups, access_groups, ...rest } = row;
  rest satisfies NothingLeft;
  return { key, title, department, kind, groups, accessGroups: access_groups };
}

/** What puts a person in groups that give access. */
export interface GroupSource {
  readonly from: string;
  readonly groups: readonly string[];
}

/** What the groups of a person let them do, which of the groups it is, and where each of those comes from. */
export function presentPermissions(
  declared: readonly DeclaredPermission[],
  sources: readonly GroupSource[],
): PersonDetails['permissions'] {
  const fromOf = (group: string) => [
    ...new Set(sources.filter(({ groups }) => groups.includes(group)).map(({ from }) => from)),
  ];
  return declared
    .map(({ tool, about, groups, besides }) => ({
      tool,
      about,
      groups: groups
        .map((name) => ({
          name,
          from: fromOf(name),
          why: besides.find((given) => given.groups.includes(name))?.why ?? null,
        }))
        .filter(({ from }) => from.length > 0),
      by: null,
    }))
    .filter(({ groups }) => groups.length > 0);
}

export function presentRowRight({ tool, about, by }: DeclaredRowRight): PersonDetails['permissions'][number] {
  return { tool, about, groups: [], by };
}

export function presentLinkRequest(row: LinkRequestRow): LinkRequest {
  const {
    id,
    provider,
    subject,
    email,
    name,
    created_at,
    person_id,
    person_name,
    last_sign_in_at,
    providers,
    has_account,
    is_kept_out,
    record,
    ...rest
  } = row;
  rest satisfies NothingLeft;
  const lastSignInAt = isoOrNull(last_sign_in_at);
  return {
    id,
    provider,
    subject,
    email,
    name,
    createdAt: created_at.toISOString(),
    person: { id: person_id, name: person_name, lastSignInAt, providers },
    hasAccount: has_account,
    isKeptOut: is_kept_out,
    record,
  };
}
