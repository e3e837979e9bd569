import type { Reader } from '../../../platform/server/db/database.ts';
import { hashOfSecret } from './facts/fact-hashes.ts';
import { findLastImport } from './facts/queries.ts';
import type { Reset } from './reset.ts';

/**
 * Whether passwords can be written and mail can be sent, and whether there is anything to compare with. The same for
 * everyone who asks, so it says nothing about a person.
 */
export async function isOpen(reset: Pick<Reset, 'health' | 'secrets'>, reader: Reader): Promise<boolean> {
  return (await reset.health.isUp()) && (await whyFactsMissing(reset, reader)) === null;
}

/** Why there are no facts that a person could match, and since when, if an import is too old; `null` if there are. */
export async function whyFactsMissing(
  { secrets }: Pick<Reset, 'secrets'>,
  reader: Reader,
): Promise<'never-imported' | { since: Date } | null> {
  const last = await findLastImport(reader);
  if (last === undefined) return 'never-imported';
  return last.secret_check.equals(hashOfSecret(secrets)) ? null : { since: last.imported_at };
}
