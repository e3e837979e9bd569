import { CompiledQuery } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type Actor, nameOf } from '../actor/actor.ts';
import { takeTurns } from '../concurrency/take-turns.ts';
import type { WriteTransaction } from '../db/database.ts';
import { sendUnawaited } from '../db/pipelined-dialect.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { SeenVersion } from './seen-version.ts';

/** How a column enters the audit log: as it is, encrypted, or never, since it is secret or meaningless. */
type AuditColumn = 'plain' | 'sensitive' | 'secret' | 'left out';
/** A row's columns: a new one does not compile until someone has decided about it. */
export type AuditColumnsOf<Row> = Readonly<Record<keyof Row, AuditColumn>>;

export interface AuditSubject<Row extends object = object> {
  /** A noun: `short-link`. */
  type: string;
  id: string;
  /** Every column of the row, so that none is forgotten. */
  columns: NoInfer<AuditColumnsOf<Row>>;
}

/** A person, a directory record that no one has signed in with yet, or someone known only by their college ID. */
export type DataOwner =
  | { readonly personId: string }
  | { readonly directoryKey: string }
  | { readonly collegeId: string };

export interface AuditEntry<Row extends object = object> {
  /** Noun and verb: `short-link.create`. */
  action: string;
  subject: AuditSubject<Row>;
  before?: Row | null | undefined;
  after?: Row | null | undefined;
  /** Whose data it is, unless the subject is that `person`. */
  about?: DataOwner;
  /** The person for whom IT acts, as a readable name and address. */
  actingFor?: string;
}

/** Who writes, from where, in which request. */
export interface Origin {
  actor: Actor;
  clientAddress: string | null;
  requestId: string | null;
  /** For a call that takes a version. */
  seen?: SeenVersion;
}

/** 500 rows of 14 columns stay far below PostgreSQL's 65,535 parameters and keep statements small. */
const rowsPerStatement = 500;

/** Writes the entries with the transaction's next statement, at the latest with its commit. */
export async function writeAudit(
  transaction: WriteTransaction,
  secrets: Secrets,
  origin: Origin,
  entries: readonly AuditEntry[],
): Promise<void> {
  const turn = takeTurns();
  for (let start = 0; start < entries.length; start += rowsPerStatement) {
    const some = entries.slice(start, start + rowsPerStatement);
    await sendUnawaited(transaction, insertOf(some.map((entry) => toRow(entry, origin, secrets))));
    await turn();
  }
}

// On the path of every write: only what differs is built.
const columnNames = [
  'id',
  'actor_kind',
  'actor_id',
  'actor_name',
  'acting_for',
  'action',
  'subject_type',
  'subject_id',
  'about',
  'before',
  'after',
  'sensitive',
  'client_address',
  'request_id',
] as const;
const insertText = `insert into audit_entries (${columnNames.join(', ')}) values `;
const placesOf = (row: number) =>
  `(${columnNames.map((_name, of) => `$${row * columnNames.length + of + 1}`)})`;
const insertOne = insertText + placesOf(0);

function insertOf(rows: readonly ReturnType<typeof toRow>[]): CompiledQuery {
  return CompiledQuery.raw(
    rows.length === 1 ? insertOne : insertText + rows.map((_row, at) => placesOf(at)).join(', '),
    rows.flatMap((row) => columnNames.map((name) => row[name])),
  );
}

function toRow(entry: AuditEntry, { actor, clientAddress, requestId }: Origin, secrets: Secrets) {
  const { type, id, columns } = entry.subject;
  const sensitive = {
    before: pick(entry.before, columns, 'sensitive'),
    after: pick(entry.after, columns, 'sensitive'),
  };
  const hasSensitive = sensitive.before !== null || sensitive.after !== null;
  return {
    id: uuid(),
    actor_kind: actor.kind,
    actor_id: actor.kind === 'person' || actor.kind === 'token' ? actor.id : null,
    actor_name: nameOf(actor),
    acting_for: entry.actingFor ?? null,
    action: entry.action,
    subject_type: type,
    subject_id: id,
    about: entry.about === undefined ? null : ownerText(entry.about),
    before: toJson(pick(entry.before, columns, 'plain')),
    after: toJson(pick(entry.after, columns, 'plain')),
    sensitive: hasSensitive ? secrets.encrypt('audit', JSON.stringify(sensitive)) : null,
    client_address: clientAddress,
    request_id: requestId,
  };
}

/** Ids of people are UUIDs, so they cannot be mistaken for a key. */
function ownerText(owner: DataOwner): string {
  if ('personId' in owner) return owner.personId;
  return 'directoryKey' in owner ? `directory:${owner.directoryKey}` : `college-id:${owner.collegeId}`;
}

function pick(
  values: object | null | undefined,
  columns: Readonly<Record<string, AuditColumn>>,
  kind: 'plain' | 'sensitive',
) {
  if (values === null || values === undefined) return null;
  const picked = Object.entries(values).filter(
    ([name]) => Object.hasOwn(columns, name) && columns[name] === kind,
  );
  return picked.length === 0 ? null : Object.fromEntries(picked);
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
