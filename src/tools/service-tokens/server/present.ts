import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { Token } from '../contract.ts';
import type { TokenRow } from './queries.ts';
import { mayRevoke } from './rules.ts';

export function presentToken(row: TokenRow, viewer: Actor): Token {
  const {
    id,
    name,
    hint,
    permissions,
    path_prefix,
    groups,
    everyone,
    networks,
    expires_at,
    expired,
    created_at,
    created_by,
    // Only for hand-overs.
    created_by_id: _1,
    kept_by_id: _2,
    last_used_at,
    last_used_from,
    revoked_at,
    revoked_by,
    ...rest
  } = row;
  rest satisfies NothingLeft;
  return {
    id,
    name,
    hint,
    permissions,
    files: path_prefix === null ? null : { pathPrefix: path_prefix, groups, everyone },
    addresses: networks,
    state: revoked_at !== null ? 'revoked' : expired ? 'expired' : 'active',
    expiresAt: expires_at.toISOString(),
    createdAt: created_at.toISOString(),
    createdBy: created_by,
    lastUsedAt: isoOrNull(last_used_at),
    lastUsedFrom: last_used_from,
    revokedAt: isoOrNull(revoked_at),
    revokedBy: revoked_by,
    can: { revoke: isAllowed(mayRevoke(viewer, row)) },
  };
}
