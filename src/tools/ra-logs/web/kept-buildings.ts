import { listBuildings } from '../contract.ts';

/** The name under which the list of buildings stays on the device. */
export const keptBuildings = 'ra-logs.buildings';

const shape = listBuildings.reply.shape.shape.data;
export type Building = (typeof shape)['_output'][number];

/** What was kept, unless an earlier version of the portal kept something else. */
export function readBuildings(value: unknown): Building[] | null {
  return shape.safeParse(value).data ?? null;
}
