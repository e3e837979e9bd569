import { type ConnectionSettings, type OpenDatabase, openDatabase } from '../db/database.ts';
import { openNotifications } from '../db/notifications.ts';

/** The pools of an instance, each for one kind of work. */
export interface Databases {
  /** For changes. */
  writing: OpenDatabase;
  /** For what is recorded alongside a change. */
  beside: OpenDatabase;
  /** Cannot write. */
  reading: OpenDatabase;
  /** What requests work with: all of the above. */
  serving: readonly OpenDatabase[];
  /** For `/health/ready`. */
  health: OpenDatabase;
  /** One connection that listens. */
  notifications: ReturnType<typeof openNotifications>;
}

/**
 * Opens the pools; each connects when it is first used.
 * @param opened Gets what a stop has to close
 * @param most The most connections of the instance
 */
export function openDatabases(
  opened: AsyncDisposableStack,
  settings: ConnectionSettings,
  most: number,
): Databases {
  const open = (options: Parameters<typeof openDatabase>[1]) => {
    const database = openDatabase(settings, options);
    opened.defer(database.close);
    return database;
  };
  const share = shareConnections(most);
  const notifications = openNotifications(settings);
  opened.defer(notifications.close);
  const writing = open({ size: share.writing });
  const beside = open({ size: share.beside });
  const reading = open({ size: share.reading, readOnly: true });
  const health = open({ size: 1, silence: 2_000 });
  return { writing, beside, reading, serving: [writing, beside, reading], health, notifications };
}

/** The most connections in each pool. What is recorded alongside a change must not wait for those that changes hold. */
function shareConnections(most: number) {
  // One listens, and one is for `/health/ready`.
  const shared = most - 2;
  const beside = Math.max(2, Math.floor(shared / 5));
  const reading = Math.max(2, Math.floor((shared * 3) / 8));
  return { writing: shared - beside - reading, beside, reading };
}
