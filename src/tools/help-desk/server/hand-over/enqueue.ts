import { z } from 'zod';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';

const data = z.object({ ticketId: z.uuid(), isAgain: z.boolean() });
export type Handing = z.output<typeof data>;

export const handing = { name: 'help-desk.hand-over', data };

/**
 * Hands a ticket over once it is committed.
 * @param isAgain There was an earlier job for it, so one of its tries may have arrived
 */
export function enqueueHandOver(unit: UnitOfWork, ticketId: string, { isAgain = false } = {}): Promise<void> {
  return unit.enqueue<Handing>(handing, { ticketId, isAgain }, { singletonKey: ticketId });
}
