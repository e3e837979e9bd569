/**
 * Hears a PostgreSQL notification as a hint that something changed. It may never come (a pooler in transaction mode
 * passes none), so whoever listens also polls the truth. Answers a function that stops listening.
 */
export type Listen = (channel: string, hear: (payload: string) => void) => () => void;
