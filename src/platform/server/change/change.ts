import type { z } from 'zod';
import type { Database, WriteTransaction } from '../db/database.ts';
import { awaitSent } from '../db/pipelined-dialect.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type AuditEntry, type Origin, writeAudit } from './audit.ts';
import { assertSeen, type SeenRow } from './seen-version.ts';
import { demandAllowed, type Verdict } from './verdict.ts';

/** The name and the data of a background job, as far as enqueuing needs to know. */
export interface JobKind<Data> {
  readonly name: string;
  readonly data: z.ZodType<Data>;
}

export interface EnqueueOptions<Data = never> {
  /** At most one waiting job per key. */
  singletonKey?: string;
  startAfterSeconds?: number;
  /** What the job that waits under the key already does instead, so that it does both. Without it nothing of `added` is kept. */
  merge?: (waiting: Data, added: Data) => Data;
}

/** Puts a job into the queue within a transaction: no commit, no job. */
export type EnqueueWithin = <Data extends object>(
  transaction: WriteTransaction,
  job: JobKind<Data>,
  data: Data,
  options?: EnqueueOptions<Data>,
) => Promise<void>;

/** One write: everything that happens in it commits or nothing does. */
export interface UnitOfWork {
  readonly transaction: WriteTransaction;
  /**
   * Tells the rule's verdict, on the rows as this transaction sees them; a refusal ends the unit. With a row whose
   * changes carry a version its sender has to have seen it: a call that takes a `version` must name it.
   */
  demand(verdict: Verdict, row?: SeenRow): void;
  /** Leaves an audit entry. */
  record(entry: AuditEntry): void;
  enqueue<Data extends object>(job: JobKind<Data>, data: Data, options?: EnqueueOptions<Data>): Promise<void>;
  /** Runs after the commit, never after a rollback. Must not throw: the write has happened. */
  afterCommit(work: () => void): void;
}

/** A write by one actor from one request. */
export type Change = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

export interface ChangeService {
  /** Each change is a transaction of its own. */
  changeAs(origin: Origin): Change;
  /** Each change is tried and taken back: nothing of it stays, and nothing follows it. */
  rehearseAs(origin: Origin): Change;
  /** Changes join a transaction that is already open; after-commit work is handed back to the opener. */
  changeWithin(transaction: WriteTransaction, origin: Origin, afterCommit: (() => void)[]): Change;
}

export function createChangeService(
  database: Database,
  secrets: Secrets,
  enqueue: EnqueueWithin,
): ChangeService {
  const changeWithin: ChangeService['changeWithin'] = (transaction, origin, afterCommit) => (work) =>
    run({ transaction, origin, afterCommit, secrets, enqueue }, work);
  return {
    changeWithin,
    changeAs: (origin) => async (work) => {
      const afterCommit: (() => void)[] = [];
      const result = await database
        .transaction()
        .execute((transaction) => changeWithin(transaction, origin, afterCommit)(work));
      for (const follow of afterCommit) follow();
      return result;
    },
    rehearseAs: (origin) => async (work) => {
      const transaction = await database.startTransaction().execute();
      try {
        const result = await changeWithin(transaction, origin, [])(work);
        // A rollback would take back unsent what the commit of a true one may fail at.
        await awaitSent(transaction);
        return result;
      } finally {
        await transaction.rollback().execute();
      }
    },
  };
}

interface Surroundings {
  transaction: WriteTransaction;
  origin: Origin;
  afterCommit: (() => void)[];
  secrets: Secrets;
  enqueue: EnqueueWithin;
}

async function run<T>(surroundings: Surroundings, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const { transaction, origin, afterCommit, secrets, enqueue } = surroundings;
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
  // All three are mistakes of the programmer; throwing here rolls the write back before anybody can rely on it.
  if (!demanded) throw new Error('A change has to tell its verdict: call demand().');
  if (entries.length === 0) throw new Error('A change has to leave an audit entry: call record().');
  if (origin.seen !== undefined && !compared)
    throw new Error('A change whose call takes a version has to name the row: call demand(verdict, row).');
  await writeAudit(transaction, secrets, origin, entries);
  return result;
}
