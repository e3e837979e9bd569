import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Waits until no other transaction holds this name, on any instance, and holds it until this transaction ends. What is
 * read afterward includes what those before have written: many at once can't all be the first, or pass a limit together.
 * @param name With the id of a person in it if only that person's writes wait for one another
 */
export async function lockByName(transaction: QueryExecutorProvider, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`quad.${name}`}))`.execute(transaction);
}
