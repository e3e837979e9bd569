import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readNewest } from '../../../platform/server/list/page.ts';
import type * as calls from '../contract.ts';
import { type Choices, lifeOf } from './operations.ts';
import { presentToken } from './present.ts';
import { selectTokens } from './queries.ts';

export async function handleListTokens(
  { reader, actor }: CallContext<PersonActor>,
  { query: { paging, ...rest } }: CallInput<typeof calls.listTokens>,
): Promise<CallReply<typeof calls.listTokens>> {
  rest satisfies NothingLeft;
  const page = await readNewest(selectTokens(reader), 'created_at', paging);
  return { ...page, data: page.data.map((row) => presentToken(row, actor)) };
}

export function handleReadTokenChoices({
  tokenPermissions,
  knownGroups,
  timeZone,
}: Choices): CallReply<typeof calls.readTokenChoices> {
  return { data: { permissions: [...tokenPermissions], groups: [...knownGroups], ...lifeOf(timeZone) } };
}
