import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { notifyInstances } from './write-queries.ts';

/** Records links that were found expired, by their ids. Never throws: no response depends on it. */
export type NoteExpired = (ids: readonly string[]) => Promise<void>;

/**
 * What has expired stays expired even when the database's clock is set back: the first to see it records it, and the
 * instances that remember the link as live forget it.
 */
export function createNoteExpired(unaudited: Unaudited, log: FastifyBaseLogger): NoteExpired {
  return async (ids) => {
    try {
      await unaudited('expired rows')
        .transaction()
        .execute(async (transaction) => {
          await notifyInstances(transaction);
          // In the order in which visits are counted, so that the two cannot deadlock.
          await sql`
            with locked as materialized (
              select id from short_links
              where id = any(${ids}::uuid[]) and expired_at is null and expires_at <= clock_timestamp()
              order by id for no key update
            )
            update short_links set expired_at = clock_timestamp()
            from locked where short_links.id = locked.id`.execute(transaction);
        });
    } catch (error) {
      log.warn({ err: error }, 'expired short links could not be noted');
    }
  };
}
