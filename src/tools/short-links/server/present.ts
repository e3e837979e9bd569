import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { Link, LinkTarget } from '../contract.ts';
import type { LinkRow, TargetRow } from './queries.ts';
import { linkDecisions } from './rules.ts';

export function presentLink(row: LinkRow, viewer: SignedInActor): Link {
  const {
    id,
    short_url,
    long_url,
    expires_at,
    expired,
    visits,
    last_visit_at,
    version,
    owner_groups,
    created_by,
    kept_by,
    created_at,
    ...rest
  } = row;
  rest satisfies NothingLeft;
  return {
    _id: id,
    shortUrl: short_url,
    longUrl: long_url,
    visits,
    lastVisitAt: isoOrNull(last_visit_at),
    expirationDate: isoOrNull(expires_at),
    expired,
    createdBy: created_by,
    keptBy: kept_by,
    createdAt: created_at.toISOString(),
    ownerGroups: owner_groups,
    version,
    can: linkDecisions(viewer),
  };
}

export function presentTarget({
  long_url,
  expires_at,
  changed_at,
  changed_by,
  ...rest
}: TargetRow): LinkTarget {
  rest satisfies NothingLeft;
  return {
    longUrl: long_url,
    expirationDate: isoOrNull(expires_at),
    changedAt: changed_at.toISOString(),
    changedBy: changed_by,
  };
}
