import type { NothingLeft } from '../../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../../platform/server/actor/actor.ts';
import type { AuditColumnsOf } from '../../../../platform/server/change/audit.ts';
import { isAllowed } from '../../../../platform/server/change/verdict.ts';
import type { DeskReset } from '../../contract.ts';
import type { DeskRow } from './queries.ts';
import { mayConfirm, mayDecline, mayShowAgain } from './rules.ts';

export function presentDeskReset(viewer: Pick<PersonActor, 'id' | 'email'>, row: DeskRow): DeskReset {
  const { id, principal_email, name, id_kind, started_at, started_by, confirmed_at, confirmed_by, ...rest } =
    row;
  const {
    expires_at,
    state: _state,
    is_waiting: _waiting,
    is_used: _used,
    has_open_link: _open,
    ...unsent
  } = rest;
  const { started_by_id: _starter, confirmed_by_id: _second, link_id: _link, ...nothing } = unsent;
  nothing satisfies NothingLeft;
  return {
    id,
    principalEmail: principal_email,
    name,
    idKind: id_kind,
    startedAt: started_at.toISOString(),
    startedBy: started_by,
    confirmedAt: confirmed_at?.toISOString() ?? null,
    confirmedBy: confirmed_by,
    expiresAt: expires_at.toISOString(),
    state: stateOf(row),
    can: {
      confirm: isAllowed(mayConfirm(viewer, row)),
      decline: isAllowed(mayDecline(row)),
      showAgain: isAllowed(mayShowAgain(viewer, row)),
    },
  };
}

function stateOf({ state, is_waiting, is_used }: DeskRow): DeskReset['state'] {
  if (is_used) return 'used';
  return state === 'waiting' && !is_waiting ? 'expired' : state;
}

/** For the audit log: who vouched for whom, and with which kind of ID. */
export const deskColumns: AuditColumnsOf<DeskRow> = {
  id: 'left out',
  principal_email: 'plain',
  name: 'left out',
  id_kind: 'plain',
  started_at: 'left out',
  started_by_id: 'left out',
  started_by: 'plain',
  confirmed_at: 'left out',
  confirmed_by_id: 'left out',
  confirmed_by: 'plain',
  expires_at: 'left out',
  state: 'plain',
  link_id: 'left out',
  is_waiting: 'left out',
  is_used: 'left out',
  has_open_link: 'left out',
};
