import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';

/** The provider's name of a group -> our name. The provider may assert only these. */
export type GroupMap = ReadonlyMap<string, string>;

/** `groups` of an entry in `campus.yaml`: a map, or a list if the provider's names are already ours. */
export const groupMap = z.union([
  z.array(z.string().min(1)).transform((names): GroupMap => new Map(names.map((name) => [name, name]))),
  z.record(z.string().min(1), z.string().min(1)).transform((map): GroupMap => new Map(Object.entries(map))),
]);

/** Translates groups into our names and drops the rest; the log says how many were dropped. */
export function translateGroups(
  asserted: readonly string[],
  known: GroupMap,
  about: { provider: string; log: FastifyBaseLogger },
): string[] {
  const translated = new Set<string>();
  let dropped = 0;
  for (const group of asserted) {
    const name = known.get(group);
    if (name === undefined) dropped += 1;
    else translated.add(name);
  }
  if (dropped > 0) {
    about.log.info({ provider: about.provider, dropped }, 'groups dropped that the provider may not assert');
  }
  return [...translated].sort();
}
