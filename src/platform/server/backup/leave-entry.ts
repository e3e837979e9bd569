import { createChangeService } from '../change/change.ts';
import { byPermission } from '../change/verdict.ts';
import type { Database, WriteTransaction } from '../db/database.ts';
import { createSecrets, newToken } from '../secrets/secrets.ts';

interface PortalEntry {
  origin: { name: string; requestId: string };
  action: string;
  subject: string;
  /** Nothing sensitive: all of it is stored in the audit log as it is. */
  facts: Readonly<Record<string, string | number>>;
}

/** Adds an audit entry about the portal itself, from a command that runs alongside the server. */
export async function leaveEntry(transaction: WriteTransaction, entry: PortalEntry): Promise<void> {
  // Nothing sensitive is recorded, so no key is needed; the college's may not be on this machine.
  const service = createChangeService(
    transaction as unknown as Database,
    createSecrets([newToken()]),
    async () => {
      throw new Error('This command enqueues nothing.');
    },
  );
  const { name, requestId } = entry.origin;
  const origin = { actor: { kind: 'system', name }, clientAddress: null, requestId } as const;
  await service.changeWithin(
    transaction,
    origin,
    [],
  )(async (unit) => {
    unit.demand(byPermission);
    const columns = Object.fromEntries(Object.keys(entry.facts).map((fact) => [fact, 'plain' as const]));
    unit.record({
      action: entry.action,
      subject: { type: 'portal', id: entry.subject, columns },
      after: entry.facts,
    });
  });
}
