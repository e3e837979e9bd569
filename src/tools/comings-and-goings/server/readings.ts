import { allows } from '../../../platform/contract/access.ts';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { findKnown } from '../../../platform/server/belongings/holders.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import * as calls from '../contract.ts';
import { comingsAndGoings } from '../tool.ts';
import { demandHolder, type Services } from './operations.ts';
import { presentOwned, readOwned, readOwnedKinds } from './owned.ts';
import { presentDeparture, presentKind } from './present.ts';
import { countOpen, type DepartureRow, findDepartureOf, readDepartures } from './queries.ts';

type Context = CallContext<PersonActor>;

export async function handleListDepartures(
  { belongings, permissionsOf }: Services,
  { reader }: Context,
  { query: { paging, state = 'open', ...rest } }: CallInput<typeof calls.listDepartures>,
): Promise<CallReply<typeof calls.listDepartures>> {
  rest satisfies NothingLeft;
  const page = await readDepartures(reader, state, paging);
  const ids = page.data.map(({ person_id }) => person_id);
  const holders = await findKnown(reader, permissionsOf, ids);
  const kindsOf = await readOwnedKinds(reader, belongings(), holders);
  const owners = new Map(holders.map((holder) => [holder.id, holder]));
  const present = async (row: DepartureRow) => {
    const holder = owners.get(row.person_id);
    const owned = holder === undefined ? [] : await readOwned(reader, kindsOf(holder.id), holder);
    return { ...presentDeparture(row), owns: owned.map(presentOwned) };
  };
  return { ...page, data: await Promise.all(page.data.map(present)) };
}

export async function handleReadBelongings(
  services: Services,
  context: Context,
  id: string,
): Promise<CallReply<typeof calls.readBelongings>> {
  const { reader, actor } = context;
  const holder = await demandHolder(services, context, id);
  const { name, email, state } = holder;
  const [departure, owned] = await Promise.all([
    findDepartureOf(reader, id),
    readOwned(reader, services.belongings(), holder),
  ]);
  return {
    data: {
      person: { id, name, email, state },
      departure: departure === undefined ? null : presentDeparture(departure),
      kinds: owned.map((one) => presentKind(one, (link) => mayOpen(services, actor, link))),
    },
  };
}

function mayOpen({ accessOf }: Services, { permissions }: PersonActor, link: string): boolean {
  const access = accessOf(link.replace(/[?#].*$/, ''));
  return access === null || allows(access, permissions);
}

/** People whose things are waiting for IT, in one line. */
export async function listWaiting(reader: Reader, viewer: PersonActor): Promise<readonly WaitingEntry[]> {
  if (!mayCall(viewer, calls.handOverThings)) return [];
  const { total, oldest } = await countOpen(reader);
  if (oldest === null) return [];
  return [
    {
      key: 'departures',
      title: total === 1 ? 'Hand over what one person owns' : `Hand over what ${total} people own`,
      about: 'They left or lost groups.',
      count: total,
      since: oldest,
      link: comingsAndGoings.screens.departures.path,
    },
  ];
}
