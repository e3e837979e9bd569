import { call } from '../../../platform/web/client/call.ts';
import { keep, readKept } from '../../../platform/web/offline/kept.ts';
import { listBuildings } from '../contract.ts';
import { keptBuildings } from './kept-buildings.ts';

const freshForMs = 12 * 3_600_000;

/** The form needs to know the buildings before anyone has opened it online. */
export async function prepareOffline(): Promise<void> {
  const kept = await readKept(keptBuildings);
  // With a time in the future, they are from before the clock was set back.
  if (kept !== null && Math.abs(Date.now() - Date.parse(kept.keptAt)) < freshForMs) return;
  await keep(keptBuildings, (await call(listBuildings, {})).data);
}
