import { randomUUID } from 'node:crypto';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { ExampleMaker, ToolExamples } from '../../../platform/server/tool/examples.ts';
import { listAuditEntries } from '../contract.ts';
import { audit } from '../tool.ts';

const { path } = audit.screens.entries;

/** Entries with a plain and a sensitive value, in one write. @returns the id of one of them */
async function recordExamples({ platform }: ExampleMaker, text: string, count = 1): Promise<string> {
  const subjectId = randomUUID();
  const change = platform.change.changeAs({
    actor: { kind: 'system', name: text },
    clientAddress: '192.0.2.7',
    requestId: null,
  });
  await change(async (unit) => {
    unit.demand(byPermission);
    const columns = { note: 'plain', phone: 'sensitive' } as const;
    const subject = { type: 'example', id: subjectId, columns };
    const after = { note: text, phone: '555' };
    for (let made = 0; made < count; made += 1)
      unit.record({ action: 'example.change', subject, actingFor: text, after });
  });
  const entry = await platform.reader
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_type', '=', 'example')
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow();
  return entry.id;
}

const anEntry = async (make: ExampleMaker) => ({ id: await recordExamples(make, 'examples') });

export const examples: ToolExamples = {
  async fill(make) {
    await recordExamples(make, 'examples', 40);
  },
  // Reading a list writes nothing, but other tools may leave entries in the meantime.
  lists: {
    listAuditEntries: { pageSize: 20, among: { action: 'example.change' }, choices: ['from', 'to'] },
  },
  exports: {
    exportAuditEntries: {
      addRow: async (make, text) => void (await recordExamples(make, text)),
      column: 'actingFor',
      among: { action: 'example.change' },
    },
  },
  subjects: { readAuditEntry: anEntry, revealAuditEntry: anEntry },
  async known({ send }) {
    const { data } = await send('it', listAuditEntries, { query: { page: 1, pageSize: 20 } });
    return { id: data.map(({ id }) => id), action: ['session.create', 'short-link'], person: ['iris'] };
  },
  states: [
    { name: 'nothing found', path: `${path}?subject=nothing`, person: 'it' },
    { name: 'by action', path: `${path}?action=short-link`, person: 'it' },
  ],
};
