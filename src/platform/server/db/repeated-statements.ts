import type pg from 'pg';

/** A name for a statement that is repeated; `null` for one that is planned each time. */
export type NameOf = (text: string) => string | null;

/** Rare statements are not worth the memory that a plan takes in every connection. */
const often = 5;
const maxNames = 200;
const maxCandidates = 1_000;

/**
 * One statement. What a search for letters finds, and so the best plan for it, depends on the letters: such a statement
 * is planned each time. The start and end of a transaction have no plan to keep.
 */
const isPlannedOnce = (text: string) =>
  /^[\s(]*(select|insert|update|delete|with)\b/i.test(text) && !/\blike\b|\bstrpos\b|;/i.test(text);

/** Names statements from their fifth time on. One for all connections of a pool. */
export function createNames(): NameOf {
  const names = new Map<string, string | null>();
  const candidates = new Map<string, number>();
  let given = 0;
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (given >= maxNames) return null;
    const times = (candidates.get(text) ?? 0) + 1;
    if (times < often) {
      if (candidates.size >= maxCandidates) candidates.clear();
      candidates.set(text, times);
      return null;
    }
    candidates.delete(text);
    given += 1;
    const name = isPlannedOnce(text) ? `quad_${given}` : null;
    names.set(text, name);
    return name;
  };
}

/** SQLSTATE of "cached plan must not change result type" and of "prepared statement does not exist". */
const staleStates = new Set(['0A000', '26000']);

/**
 * Another instance has migrated, and what is kept here no longer fits. The connection is dropped, and
 * its user is asked to try again, as after any other lost connection.
 */
export function leaveIfStale(client: pg.ClientBase, error: Error): Error {
  if (!('code' in error && staleStates.has(String(error.code)))) return error;
  // The pool does not take back a connection that is ending.
  (client as pg.Client).end().catch(() => undefined);
  return new Error('Connection terminated, since what it kept is from an older schema', { cause: error });
}

/**
 * Whether there is no pooler in between. In transaction mode it would give each transaction another
 * connection, on which the statement has no such name. The process id that it sends at startup is made up,
 * since the true one changes.
 */
export function isDirect(client: pg.ClientBase, backend: number | undefined): boolean {
  return (client as unknown as { processID: number | null }).processID === backend;
}
