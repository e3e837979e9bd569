import type { Throttle } from '../../../platform/server/throttle/throttle.ts';

/** What the operations of this tool share. */
export interface NoticesServices {
  readonly knownGroups: readonly string[];
  readonly throttle: Throttle;
  readonly noticesPerHour: number;
  readonly emergenciesPerHour: number;
}
