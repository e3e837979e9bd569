import type { z } from 'zod';
import type { Database, WriteTransaction } from '../db/database.ts';
import { awaitSent } from '../db/pipelined-dialect.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type AuditEntry, type Origin, writeAudit } from './audit.ts';
import { assertSeen, type SeenRow } from './seen-version.ts';
import { demandAllowed, type Verdict } from './verdict.ts';

/** The name and data of a background job, as far as enqueuing needs to know them. */
export interface JobKind<Data> {
  readonly name: string;
  readonly data: z.ZodType<Data>;
}

export interface EnqueueOptions<Data = never> {
  /** At most one waiting job per key. */
  singletonKey?: string;
  startAfterSeconds?: number;
  /** What the job waiting under the key becomes, so that it does both. Without it `added` is dropped. */
  merge?: (waiting: Data, added: Data) => Data;
}

/** Adds a job to the queue within a transaction: no commit, no job. */
export type EnqueueWithin = <Data extends object>(
  transaction: WriteTransaction,
  job: JobKind<Data>,
  data: Data,
  options?: EnqueueOptions<Data>,
) => Promise<void>;

/** One write: everything in it commits or nothing does. */
export interface UnitOfWork {
  readonly transaction: WriteTransaction;
  /**
   * Checks the rule's verdict, on the rows as this transaction sees them; a refusal ends the unit. If the
   * row's changes carry a version, the sender must have seen it: a call with a `version` must pass `row`.
   */
  demand(verdict: Verdict, row?: SeenRow): void;
  /** Adds an audit entry. */
  record<Row extends object>(entry: AuditEntry<Row>): void;
  enqueue<Data extends object>(job: JobKind<Data>, data: Data, options?: EnqueueOptions<Data>): Promise<void>;
  /** Runs after the commit, never after a rollback. Must not throw: the write has happened. */
  afterCommit(work: () => void): void;
}

/** A write by one actor from one request. */
export type Change = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

export interface ChangeService {
  /** Each change is its own transaction. */
  changeAs(origin: Origin): Change;
  /** The same for what no request asked for, such as a job. @param name What did it, for the audit log */
  changeAsSystem(name: string): Change;
  /** Each change is tried and rolled back: nothing of it stays, and nothing follows from it. */
  rehearseAs(origin: Origin): Change;
  /** Changes join a transaction that is already open; after-commit work goes to the code that opened it. */
  changeWithin(transaction: WriteTransaction, origin: Origin, afterCommit: (() => void)[]): Change;
}

export function createChangeService(
  database: Database,
  secrets: Secrets,
  enqueue: EnqueueWithin,
): ChangeService {
  const changeWithin: ChangeService['changeWithin'] = (transaction, origin, afterCommit) => (work) =>
    run({ transaction, origin, afterCommit, secrets, enqueue }, work);
  const changeAs: ChangeService['changeAs'] = (origin) => async (work) => {
    const afterCommit: (() => void)[] = [];
    const result = await database
      .transaction()
      .execute((transaction) => changeWithin(transaction, origin, afterCommit)(work));
    for (const follow of afterCommit) follow();
    return result;
  };
  return {
    changeWithin,
    changeAs,
    changeAsSystem: (name) =>
      changeAs({ actor: { kind: 'system', name }, clientAddress: null, requestId: null }),
    rehearseAs: (origin) => async (work) => {
      const transaction = await database.startTransaction().execute();
      try {
        const result = await changeWithin(transaction, origin, [])(work);
        // Otherwise the rollback would hide the failure of an unawaited statement, which fails a real commit.
        await awaitSent(transaction);
        return result;
      } finally {
        await transaction.rollback().execute();
      }
    },
  };
}

interface ChangeContext {
  transaction: WriteTransaction;
  origin: Origin;
  afterCommit: (() => void)[];
  secrets: Secrets;
  enqueue: EnqueueWithin;
}

async function run<T>(context: ChangeContext, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const { transaction, origin, afterCommit, secrets, enqueue } = context;
  const entries: AuditEntry[] = [];
  let demanded = false;
  let compared = false;
  const result = await work({
    transaction,
    demand(verdict, row) {
      demanded = true;
      demandAllowed(verdict);
      if (row === undefined) return;
      compared = true;
      assertSeen(origin.seen, row);
    },
    record: (entry) => void entries.push(entry),
    enqueue: (job, data, options) => enqueue(transaction, job, data, options),
    afterCommit: (follow) => void afterCommit.push(follow),
  });
  // All three are bugs in our code; throwing here rolls the write back before anyone can rely on it.
  if (!demanded) throw new Error('A change has to state its verdict: call demand().');
  if (entries.length === 0) throw new Error('A change has to add an audit entry: call record().');
  if (origin.seen !== undefined && !compared)
    throw new Error('A change whose call takes a version has to name the row: call demand(verdict, row).');
  await writeAudit(transaction, secrets, origin, entries);
  return result;
}
