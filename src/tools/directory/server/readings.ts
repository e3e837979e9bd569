import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { selectChanges } from '../../../platform/server/directory/run-queries.ts';
import { findRun } from '../../../platform/server/directory/runs.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readNewest } from '../../../platform/server/list/page.ts';
import { notFound } from '../../../platform/server/refusal/refusal.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import { type listRuns, mostNamed, type readDirectoryState, type readRunChanges } from '../contract.ts';
import type { DirectoryServices } from './operations.ts';
import { presentRun } from './present.ts';
import { findWaiting, readFigures, selectRuns } from './queries.ts';

type Context = CallContext<PersonActor>;

export async function handleListRuns(
  { reader, actor }: Context,
  { query: { paging, ...rest } }: CallInput<typeof listRuns>,
): Promise<CallReply<typeof listRuns>> {
  rest satisfies NothingLeft;
  const page = await readNewest(selectRuns(reader), 'created_at', paging);
  return { ...page, data: page.data.map((row) => presentRun(row, actor)) };
}

export async function handleReadState(
  { hasFile, servers }: DirectoryServices,
  { reader, actor }: Context,
): Promise<CallReply<typeof readDirectoryState>> {
  const [figures, waiting] = await Promise.all([readFigures(reader), findWaiting(reader)]);
  return {
    data: {
      ...figures,
      appliedAt: isoOrNull(figures.appliedAt),
      hasFile,
      servers: [...servers],
      waiting: waiting === undefined ? null : presentRun(waiting, actor),
    },
  };
}

export async function handleReadChanges(
  { reader }: Context,
  id: string,
): Promise<CallReply<typeof readRunChanges>> {
  const run = await findRun(reader, id);
  if (run?.state !== 'waiting') throw notFound();
  return { data: await selectChanges(reader, id, mostNamed) };
}
