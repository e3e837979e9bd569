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
    target_check,
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
    targetCheck: target_check === null ? null : presentCheck(target_check, expired),
    version,
    can: linkDecisions(viewer),
  };
}

/** An expired link goes nowhere, so its target doesn't matter. PostgreSQL writes instants in JSON with an offset. */
function presentCheck(
  { answer, checked_at, broken_at, ...rest }: NonNullable<LinkRow['target_check']>,
  expired: boolean,
) {
  rest satisfies NothingLeft;
  return {
    answer,
    checkedAt: new Date(checked_at).toISOString(),
    brokenSince: broken_at === null || expired ? null : new Date(broken_at).toISOString(),
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
