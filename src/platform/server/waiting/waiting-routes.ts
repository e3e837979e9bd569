import type { FastifyBaseLogger } from 'fastify';
import type { CallReply } from '../../contract/call.ts';
import { listWaiting, type WaitingItem } from '../../contract/waiting.ts';
import type { PersonActor } from '../actor/actor.ts';
import { createAskInTime } from '../concurrency/ask-in-time.ts';
import { type Route, route } from '../http/context.ts';
import { presentOneClick } from '../http/one-click-entry.ts';
import type { WaitingEntry } from './waiting-entry.ts';

/** A tool that has something for people to do. */
export interface WaitingSource {
  readonly id: string;
  readonly title: string;
  waits(viewer: PersonActor): Promise<readonly WaitingEntry[]>;
}

/** How long a tool may take before it is left out, in milliseconds. */
const longestWait = 1_500;

/** The call that gathers what is waiting for a person. */
export function waitingRoutes(
  sources: readonly WaitingSource[],
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): Route[] {
  const ask = createAskInTime<WaitingSource>('what waits for a person', log, longestWait);
  return [
    route(listWaiting, async ({ actor }): Promise<CallReply<typeof listWaiting>> => {
      const answers = await Promise.all(
        sources.map(async (source) => ({ source, entries: await ask(source, () => source.waits(actor)) })),
      );
      const waiting = answers.flatMap(({ source, entries }) =>
        (entries ?? []).map((entry) => ({ source, entry })),
      );
      waiting.sort((one, other) => byUrgency(one.entry, other.entry));
      const missing = answers.filter(({ entries }) => entries === null).map(({ source }) => source.title);
      return { data: waiting.map(({ source, entry }) => present(source, entry)), missing };
    }),
  ];
}

function present({ id }: WaitingSource, entry: WaitingEntry): WaitingItem {
  const { key, title, about = null, count = 1, since, until, link = null, action } = entry;
  return {
    tool: id,
    key,
    title,
    about,
    count,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    link,
    action: presentOneClick(action),
  };
}

/** What people cannot work without, then deadlines, the nearest one on top, then what has waited longest. */
function byUrgency(one: WaitingEntry, other: WaitingEntry): number {
  return (
    Number(other.isUrgent ?? false) - Number(one.isUrgent ?? false) ||
    dueAt(one) - dueAt(other) ||
    one.since.getTime() - other.since.getTime()
  );
}

/** Without a deadline, it comes after all that have one. */
function dueAt({ until }: WaitingEntry): number {
  return until?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
