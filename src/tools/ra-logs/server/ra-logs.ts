import type { CountsKeeper } from '../../../platform/server/list/counts-keeper.ts';
import type { RaLogsCampus } from '../settings.ts';

/** What the operations of this tool share. */
export interface RaLogs extends RaLogsCampus {
  timeZone: string;
  counts: Pick<CountsKeeper, 'noticed'>;
}

export function isOffered({ buildings }: Pick<RaLogs, 'buildings'>, building: string): boolean {
  return buildings.some(({ name, offered }) => offered && name === building);
}
