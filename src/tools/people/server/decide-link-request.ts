import type { CallInput } from '../../../platform/contract/call.ts';
import { nameOf, type SignedInActor } from '../../../platform/server/actor/actor.ts';
import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { violatedUnique } from '../../../platform/server/db/database.ts';
import { denyRecord, giveRecord } from '../../../platform/server/directory/join.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Sessions } from '../../../platform/server/session/sessions.ts';
import { type Decision, decideLinkRequest } from '../contract.ts';
import {
  deleteLinkRequest,
  hasAddress,
  holdLinkRequest,
  holdPerson,
  refuseLinkRequest,
  releaseAddress,
} from './queries.ts';
import { mayDecide } from './rules.ts';

type Context = CallContext<SignedInActor>;
type Request = NonNullable<Awaited<ReturnType<typeof holdLinkRequest>>>;

const columns: AuditColumnsOf<Request> = {
  provider: 'plain',
  email: 'plain',
  name: 'plain',
  person_id: 'plain',
  directory_key: 'plain',
  // The entry names the request; the provider's own key means nothing to a reader.
  id: 'left out',
  subject: 'left out',
};

/** Carries out an administrator's decision about someone who signed in with a known address. */
export async function handleDecideLinkRequest(
  sessions: Sessions,
  { actor, change }: Context,
  { params: { id }, body: { decision } }: CallInput<typeof decideLinkRequest>,
): Promise<void> {
  try {
    await change(async (unit) => {
      const request = await holdLinkRequest(unit.transaction, id);
      if (request === undefined) throw refusalOf(decideLinkRequest, 'decided');
      unit.demand(mayDecide(actor, request, decision));
      if (request.directory_key === null)
        await decideAboutAddress(unit, request, decision, { sessions, by: nameOf(actor) });
      else {
        await deleteLinkRequest(unit.transaction, id);
        await decideAboutRecord(unit, request.directory_key, request.person_id, decision);
      }
      const subject = { type: 'link-request', id, columns };
      const about = { personId: request.person_id };
      unit.record({ action: `link-request.${decision}`, subject, before: request, about });
    });
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    throw refusalOf(decideLinkRequest, 'identity-taken');
  }
}

async function decideAboutRecord(
  { transaction }: UnitOfWork,
  key: string,
  personId: string,
  decision: Decision,
): Promise<void> {
  if (decision === 'refuse') return denyRecord(transaction, key, personId);
  if (!(await giveRecord(transaction, key, personId))) throw refusalOf(decideLinkRequest, 'record-outdated');
}

async function decideAboutAddress(
  unit: UnitOfWork,
  request: Request,
  decision: Decision,
  means: Means,
): Promise<void> {
  if (decision === 'refuse') return refuseLinkRequest(unit.transaction, request.id);
  await holdPerson(unit.transaction, request.person_id);
  // The list was read before this person's address changed.
  if (!(await hasAddress(unit.transaction, request.person_id, request.email)))
    throw refusalOf(decideLinkRequest, 'outdated');
  await deleteLinkRequest(unit.transaction, request.id);
  return carryOut[decision](unit, request, means);
}

interface Means {
  sessions: Sessions;
  /** Name of the person who decides. */
  by: string;
}

const carryOut: Record<
  Exclude<Decision, 'refuse'>,
  (unit: UnitOfWork, request: Request, means: Means) => Promise<void>
> = {
  async link({ transaction }, { provider, subject, person_id }) {
    // It has no groups until its first sign-in.
    await transaction.insertInto('identities').values({ provider, subject, person_id, groups: [] }).execute();
  },
  async separate(unit, { person_id }, { sessions, by }) {
    await releaseAddress(unit.transaction, person_id, by);
    await sessions.endAllOf(unit, person_id);
  },
};
