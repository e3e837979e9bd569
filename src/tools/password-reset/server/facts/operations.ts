import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../../platform/contract/call.ts';
import { nameOf, type SignedInActor } from '../../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import { refuseBadRows } from '../../../../platform/server/csv/refuse-rows.ts';
import type { CallContext, UploadedFile } from '../../../../platform/server/http/context.ts';
import { readNewest } from '../../../../platform/server/list/page.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { dayOf } from '../../../../platform/server/time/time.ts';
import {
  type FactsImport,
  importFacts,
  type listFactsImports,
  previewFacts,
  type readFactsState,
} from '../../contract.ts';
import type { Reset } from '../reset.ts';
import { hashOfSecret } from './fact-hashes.ts';
import { type ImportPlan, planImport, toRow } from './plan-import.ts';
import {
  atOnce,
  bindFacts,
  countImports,
  findLastImport,
  type ImportRow,
  insertImport,
  lockFacts,
  removeFacts,
  saveFacts,
  selectAllFacts,
  selectImports,
} from './queries.ts';
import { type PersonFacts, readFacts } from './read-facts.ts';

export async function handleReadState(
  { secrets, writer }: Reset,
  { reader }: CallContext,
): Promise<CallReply<typeof readFactsState>> {
  const last = await findLastImport(reader);
  return {
    data: {
      isOn: writer !== null,
      people: last?.people ?? 0,
      incomplete: last?.incomplete ?? 0,
      importedAt: last?.imported_at.toISOString() ?? null,
      isStale: last !== undefined && !last.secret_check.equals(hashOfSecret(secrets)),
    },
  };
}

export async function handleListImports(
  { reader }: CallContext,
  { query: { paging } }: CallInput<typeof listFactsImports>,
): Promise<CallReply<typeof listFactsImports>> {
  const page = await readNewest(selectImports(reader), 'imported_at', paging);
  return { ...page, data: page.data.map(present) };
}

export async function handlePreview(
  reset: Reset,
  { reader }: CallContext,
  [file]: readonly UploadedFile[],
): Promise<CallReply<typeof previewFacts>> {
  const people = await demandPeople(reset, previewFacts, file);
  // First: what is imported while the rest is read makes it stale.
  const version = await countImports(reader);
  const { summary } = await planImport(reset.secrets, await selectAllFacts(reader), people);
  return { data: { ...summary, version } };
}

export async function handleImport(
  reset: Reset,
  { actor, change }: CallContext<SignedInActor>,
  confirmed: boolean,
  [file]: readonly UploadedFile[],
): Promise<CallReply<typeof importFacts>> {
  const people = await demandPeople(reset, importFacts, file);
  return change(async (unit) => {
    await lockFacts(unit.transaction);
    unit.demand(byPermission, { version: await countImports(unit.transaction) });
    const known = await selectAllFacts(unit.transaction);
    const plan = await planImport(reset.secrets, known, people);
    if (!confirmed && isSuspicious(plan, known.length)) throw refusalOf(importFacts, 'many-removed');
    return { data: present(await apply(unit, reset, plan, nameOf(actor))) };
  });
}

async function demandPeople(
  { timeZone, domains }: Reset,
  call: typeof previewFacts | typeof importFacts,
  file: UploadedFile | undefined,
): Promise<PersonFacts[]> {
  const today = dayOf(new Date(), timeZone);
  const { people, errors } = await readFacts(file?.bytes ?? Buffer.alloc(0), { today, domains });
  refuseBadRows(call, errors);
  return people;
}

/** An export that was cut off must not shut out everyone else. */
function isSuspicious({ remove }: ImportPlan, known: number): boolean {
  return remove.length > 10 && remove.length > known / 5;
}

/** Saves what differs, and adds an entry with only numbers. */
export async function apply(
  unit: UnitOfWork,
  { secrets }: Pick<Reset, 'secrets'>,
  { summary, save, remove }: ImportPlan,
  by: string,
): Promise<ImportRow> {
  for (let start = 0; start < save.length; start += atOnce) {
    const some = save.slice(start, start + atOnce).map((one) => toRow(secrets, one));
    await saveFacts(unit.transaction, some);
  }
  await removeFacts(unit.transaction, remove);
  await bindFacts(unit.transaction);
  const { withoutLastFour: _none, removedSome: _some, ...counts } = summary;
  const secret_check = hashOfSecret(secrets);
  const row = await insertImport(unit.transaction, { id: uuid(), imported_by: by, ...counts, secret_check });
  const columns = {
    id: 'left out',
    imported_at: 'left out',
    imported_by: 'left out',
    people: 'plain',
    added: 'plain',
    changed: 'plain',
    removed: 'plain',
    incomplete: 'plain',
    secret_check: 'left out',
  } as const;
  unit.record({
    action: 'identity-facts.import',
    subject: { type: 'identity-facts', id: row.id, columns },
    after: row,
  });
  return row;
}

function present({ imported_at, imported_by, secret_check: _check, ...row }: ImportRow): FactsImport {
  return { ...row, importedAt: imported_at.toISOString(), importedBy: imported_by };
}
