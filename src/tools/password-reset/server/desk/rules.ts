import type { PersonActor } from '../../../../platform/server/actor/actor.ts';
import { byPermission, type Verdict } from '../../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import {
  confirmDeskReset,
  declineDeskReset,
  showDeskCode,
  startDeskReset,
  type unlockAccount,
} from '../../contract.ts';
import { canonicalEmail } from '../facts/canonical.ts';
import type { DeskRow } from './queries.ts';

type Viewer = Pick<PersonActor, 'id' | 'email'>;
type Row = Pick<
  DeskRow,
  'principal_email' | 'started_by_id' | 'confirmed_by_id' | 'is_waiting' | 'has_open_link'
>;

/** No one vouches for their own account, as the first or the second. */
export function mayVouch(
  { email }: Viewer,
  addresses: readonly string[],
  call: typeof startDeskReset | typeof showDeskCode | typeof unlockAccount = startDeskReset,
): Verdict {
  return addresses.includes(canonicalEmail(email)) ? () => refusalOf(call, 'own-account') : byPermission;
}

/** Two different people, in their own sessions. */
export function mayConfirm(viewer: Viewer, row: Row): Verdict {
  if (!row.is_waiting) return () => refusalOf(confirmDeskReset, 'over');
  if (row.started_by_id === viewer.id) return () => refusalOf(confirmDeskReset, 'same-person');
  return mayVouch(viewer, [row.principal_email]);
}

/** Both have vouched by then, so either of them may hand out the code. */
export function mayShowAgain(viewer: Viewer, row: Row): Verdict {
  if (row.started_by_id !== viewer.id && row.confirmed_by_id !== viewer.id)
    return () => refusalOf(showDeskCode, 'not-yours');
  if (!row.has_open_link) return () => refusalOf(showDeskCode, 'over');
  return mayVouch(viewer, [row.principal_email], showDeskCode);
}

export function mayDecline(row: Pick<Row, 'is_waiting'>): Verdict {
  return row.is_waiting ? byPermission : () => refusalOf(declineDeskReset, 'over');
}
