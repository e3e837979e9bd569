import type { CallReply } from '../../../platform/contract/call.ts';
import { onOneConnection } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { startOfDay } from '../../../platform/server/time/days.ts';
import { dayAfter, dayOf, isoOrNull } from '../../../platform/server/time/time.ts';
import type { readRaBoard } from '../contract.ts';
import { selectLastRounds, selectOpenFollowUps, selectRounds } from './board-queries.ts';
import type { RaLogs } from './ra-logs.ts';
import { handleListBuildings } from './readings.ts';

/** Rounds of the last weeks, including the current one, and what is still open, for each building. */
export async function handleReadRaBoard(
  logs: Pick<RaLogs, 'buildings' | 'timeZone'>,
  { reader }: Pick<CallContext, 'reader'>,
  weeks: number,
): Promise<CallReply<typeof readRaBoard>> {
  const mondays = lastMondays(weeks, logs.timeZone);
  const begins = mondays.map((monday) => startOfDay(monday, logs.timeZone));
  const [rounds, open, last, { data: buildings }] = await onOneConnection(reader, (one) =>
    Promise.all([
      selectRounds(one, begins),
      selectOpenFollowUps(one),
      selectLastRounds(one),
      handleListBuildings(logs, { reader: one }),
    ]),
  );
  return {
    data: buildings.map(({ name }) => ({
      building: name,
      openFollowUps: open.get(name) ?? 0,
      lastRoundAt: isoOrNull(last.get(name) ?? null),
      weeks: mondays.map((monday, week) => ({ monday, rounds: rounds.get(name)?.[week] ?? 0 })),
    })),
  };
}

/** The last Mondays on the college's calendar, oldest first. */
function lastMondays(weeks: number, timeZone: string): string[] {
  const today = dayOf(Date.now(), timeZone);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return Array.from({ length: weeks }, (_, week) => dayAfter(today, (week + 1 - weeks) * 7 - sinceMonday));
}
