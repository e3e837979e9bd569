import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { LinkRequest, Person, PersonDetails } from '../contract.ts';
import type { IdentityRow, LinkRequestRow, PersonRow } from './queries.ts';
import { mayBlock } from './rules.ts';

export function presentPerson(row: PersonRow, viewer: Actor): Person {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    groups: row.groups,
    blocked: row.disabled,
    addressReleased: row.email_released_at !== null,
    createdAt: row.created_at.toISOString(),
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    sessions: row.sessions,
    version: row.version,
    can: { block: !row.disabled && isAllowed(mayBlock(viewer, row)), unblock: row.disabled },
  };
}

export function presentIdentity(row: IdentityRow): PersonDetails['identities'][number] {
  const { provider, subject, groups, created_at } = row;
  return { provider, subject, groups, createdAt: created_at.toISOString() };
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
  } = row;
  const lastSignInAt = last_sign_in_at?.toISOString() ?? null;
  return {
    id,
    provider,
    subject,
    email,
    name,
    createdAt: created_at.toISOString(),
    person: { id: person_id, name: person_name, lastSignInAt, providers },
  };
}
