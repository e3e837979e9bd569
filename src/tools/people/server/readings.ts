import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { presentSession } from '../../../platform/server/session/present-session.ts';
import type { Sessions } from '../../../platform/server/session/sessions.ts';
import type { DeclaredPermission, DeclaredRowRight } from '../../../platform/server/tool/server-tool.ts';
import * as calls from '../contract.ts';
import {
  presentIdentity,
  presentLinkRequest,
  presentPermissions,
  presentPerson,
  presentRecord,
  presentRowRight,
} from './present.ts';
import {
  countPeople,
  findPerson,
  findRecordOf,
  type PersonRow,
  selectIdentities,
  selectLinkRequests,
  selectPeople,
} from './queries.ts';

type Context = CallContext<PersonActor>;

export interface PeopleServices {
  sessions: Sessions;
  permissions: readonly DeclaredPermission[];
  rowRights: () => readonly DeclaredRowRight[];
}

export async function handleListPeople(
  { reader, actor }: Context,
  { query: { search, paging, who: _ofTheScreen, ...rest } }: CallInput<typeof calls.listPeople>,
): Promise<CallReply<typeof calls.listPeople>> {
  rest satisfies NothingLeft;
  if (paging === null) return { data: [], meta: { pages: -1 } };
  const page = await readPage(paging, await countPeople(reader, search), (slice) =>
    selectPeople(reader, search, slice),
  );
  return { ...page, data: page.data.map((row) => presentPerson(row, actor)) };
}

export async function handleReadPerson(
  { sessions, permissions, rowRights }: PeopleServices,
  { reader, actor, tellAbout }: Context,
  id: string,
): Promise<CallReply<typeof calls.readPerson>> {
  const person = await demandPerson(reader, id);
  tellAbout([{ personId: id }]);
  const [identities, live, record, ...byRows] = await Promise.all([
    selectIdentities(reader, id),
    sessions.listOf(id),
    findRecordOf(reader, id),
    ...rowRights().map(async (right) => ((await right.has(reader, person)) ? [right] : [])),
  ]);
  const sources = [
    ...identities.map(({ provider, groups }) => ({ from: provider, groups })),
    ...(record === undefined ? [] : [{ from: 'the directory', groups: record.access_groups }]),
  ];
  return {
    data: {
      ...presentPerson(person, actor),
      identities: identities.map(presentIdentity),
      directory: record === undefined ? null : presentRecord(record),
      permissions: [...presentPermissions(permissions, sources), ...byRows.flat().map(presentRowRight)],
      live: live.map((entry) => presentSession(entry, actor.sessionId)),
    },
  };
}

export async function demandPerson(reader: Context['reader'], id: string): Promise<PersonRow> {
  const person = await findPerson(reader, id);
  if (person !== undefined) return person;
  throw refusalOf(calls.readPerson, 'unknown');
}

export async function handleListLinkRequests({
  reader,
}: Pick<Context, 'reader'>): Promise<CallReply<typeof calls.listLinkRequests>> {
  return { data: (await selectLinkRequests(reader)).map(presentLinkRequest) };
}
