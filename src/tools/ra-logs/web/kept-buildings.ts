import type { CallReply } from '../../../platform/contract/call.ts';
import type { listBuildings } from '../contract.ts';

/** The name under which the list of buildings stays on the device. */
export const keptBuildings = 'ra-logs.buildings';

export type Building = CallReply<typeof listBuildings>['data'][number];

/** What was kept, unless an earlier version of the portal kept something different. */
export function readBuildings(value: unknown): Building[] | null {
  return Array.isArray(value) && value.every(isBuilding) ? value : null;
}

function isBuilding(value: unknown): value is Building {
  const { name, offered } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof offered === 'boolean';
}
