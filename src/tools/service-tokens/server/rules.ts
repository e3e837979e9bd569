import type { Actor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import { revokeToken } from '../contract.ts';

/** An expired token may be revoked, too: setting a clock back must not make it work again. */
export function mayRevoke(
  viewer: Actor,
  token: { revoked_at: Date | null; revoked_by: string | null },
): Verdict {
  if (!mayCall(viewer, revokeToken)) return forbidden;
  if (token.revoked_at === null) return true;
  return () =>
    refusalOf(revokeToken, 'revoked', { detail: `${token.revoked_by} already revoked this token.` });
}
