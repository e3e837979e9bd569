import type { CallReply } from '../../../platform/contract/call.ts';
import type { readRaBoard } from '../contract.ts';

/** One building as the board shows it. */
export type BoardBuilding = CallReply<typeof readRaBoard>['data'][number];
