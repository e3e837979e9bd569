import type { RaLogsCampus } from '../settings.ts';
import type { CountsKeeper } from './counts-keeper.ts';

/** What the operations of this tool share. */
export interface RaLogs extends RaLogsCampus {
  timeZone: string;
  counts: Pick<CountsKeeper, 'noticed'>;
}

export function isOffered({ buildings }: Pick<RaLogs, 'buildings'>, building: string): boolean {
  return buildings.some(({ name, offered }) => offered && name === building);
}
