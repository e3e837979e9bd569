/**
 * Listens for a PostgreSQL notification, as a hint that something changed. It may never arrive (a pooler in
 * transaction mode passes none on), so listeners also poll.
 * @param missed - Called after a reconnect, when notifications may have been lost.
 * @returns A function that stops listening.
 */
export type Listen = (channel: string, hear: (payload: string) => void, missed?: () => void) => () => void;
