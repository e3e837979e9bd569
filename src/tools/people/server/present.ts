import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { LinkRequest, Person, PersonDetails } from '../contract.ts';
import type { IdentityRow, LinkRequestRow, PersonRow } from './queries.ts';
import { mayBlock, mayUnblock } from './rules.ts';

export function presentPerson(row: PersonRow, viewer: Actor): Person {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    groups: row.groups,
    blocked: row.disabled,
    addressReleased: row.email_released_at !== null,
    createdAt: row.created_at.toISOString(),
    lastSignInAt: isoOrNull(row.last_sign_in_at),
    sessions: row.sessions,
    version: row.version,
    can: { block: isAllowed(mayBlock(viewer, row)), unblock: isAllowed(mayUnblock(viewer)) },
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
  const lastSignInAt = isoOrNull(last_sign_in_at);
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
