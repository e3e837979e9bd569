import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { KeyEntry } from '../contract.ts';
import type { EntryRow } from './entry-queries.ts';
import { mayAllow, mayReplace, mayRevoke, stateOf } from './rules.ts';

export function presentEntry(row: EntryRow, viewer: PersonActor): KeyEntry {
  const { id, kind, label, guest_email, created_at, expires_at, owner_name, owner_email, ...others } = row;
  const { revoked_at, revoked_by, revoked_why, ...unsent } = others;
  const { owner_id: _owner, sealed: _sealed, reference: _reference, folded: _folded, ...more } = unsent;
  const { noticed_at: _noticed, expired: _expired, ...rest } = more;
  rest satisfies NothingLeft;
  return {
    id,
    kind,
    person: { name: owner_name, email: owner_email },
    label,
    guestEmail: guest_email,
    state: stateOf(row),
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    revokedAt: isoOrNull(revoked_at),
    revokedBy: revoked_by,
    revokedWhy: revoked_why,
    can: {
      replace: isAllowed(mayReplace(viewer, row)),
      revoke: isAllowed(mayRevoke(viewer, row)),
      allow: isAllowed(mayAllow(viewer, row)),
    },
  };
}
