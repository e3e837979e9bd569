import type { FastifyBaseLogger } from 'fastify';

const warned = new WeakSet<object>();

interface Missing {
  /** What was looked for, and where, as the beginning of a sentence. */
  what: string;
  /** What to have the provider do, or to set. */
  remedy: string;
  /** The names of what was sent instead. */
  sent: Readonly<Record<string, readonly string[]>>;
}

/** Logs once per provider that it sends no groups: then no one has permissions, and nothing else says why. */
export function warnOfMissingGroups(
  settings: { name: string },
  log: Pick<FastifyBaseLogger, 'warn'>,
  { what, remedy, sent }: Missing,
): void {
  if (warned.has(settings)) return;
  warned.add(settings);
  log.warn(
    { provider: settings.name, ...sent },
    `${what}, so the person who just signed in has no groups. If people are missing permissions, ${remedy} for this provider in campus.yaml.`,
  );
}
