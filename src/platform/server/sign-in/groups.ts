import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';

/** The provider's name of a group -> our name. The provider may assert only these. */
export type GroupMap = ReadonlyMap<string, string>;

/** `groups` of an entry in `campus.yaml`: a map, or a list if the provider's names are already ours. */
export const groupMap = z.union([
  z.array(z.string().min(1)).transform((names): GroupMap => new Map(names.map((name) => [name, name]))),
  z.record(z.string().min(1), z.string().min(1)).transform((map): GroupMap => new Map(Object.entries(map))),
]);

/** Of a provider's settings, what is about groups. */
interface GroupSettings {
  name: string;
  groups: GroupMap;
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;

/** Translates groups into our names and drops the rest; the log says how many, and why if it is likely to be a mistake. */
export function translateGroups(asserted: readonly string[], settings: GroupSettings, log: Log): string[] {
  const { name: provider, groups: known } = settings;
  const dropped = asserted.filter((group) => !known.has(group));
  if (dropped.length > 0)
    log.info({ provider, dropped: dropped.length }, 'groups dropped that the provider may not assert');
  const translated = new Set(asserted.flatMap((group) => known.get(group) ?? []));
  const mistake = translated.size === 0 ? likelyMistake(dropped, known) : null;
  if (mistake !== null)
    warnOnce(
      settings,
      log,
      `Provider "${provider}" sent groups, and none of them is under "groups" of this provider in campus.yaml: ${mistake}.`,
    );
  return [...translated].sort();
}

interface Missing {
  /** What was looked for, and where, as the beginning of a sentence. */
  what: string;
  /** What to have the provider do, or to set. */
  remedy: string;
  /** The names of what was sent instead. */
  sent: Readonly<Record<string, readonly string[]>>;
}

/** Logs that a provider sent no groups: then no one has permissions, and nothing else says why. */
export function warnOfMissingGroups(
  settings: GroupSettings,
  log: Log,
  { what, remedy, sent }: Missing,
): void {
  const sentence = `${what}, so the person who just signed in has no groups. If people are missing permissions, ${remedy} for this provider in campus.yaml.`;
  warnOnce(settings, log, sentence, sent);
}

const said = new WeakMap<GroupSettings, Set<string>>();

/** Many people's sign-ins have the same to say. */
function warnOnce(settings: GroupSettings, log: Log, sentence: string, details: object = {}): void {
  const sentences = said.get(settings) ?? new Set();
  if (sentences.has(sentence)) return;
  said.set(settings, sentences.add(sentence));
  log.warn({ provider: settings.name, ...details }, sentence);
}

const shapes = [
  {
    pattern: /^[a-z][\w.-]*=.*,\s*[a-z][\w.-]*=/i,
    what: 'distinguished names',
    example: '"CN=Domain-IT,OU=Groups,DC=college,DC=edu"',
  },
  { pattern: /^\//, what: 'paths', example: '/IT/Domain-IT' },
  {
    pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
    what: 'ids',
    example: '3f0c1a52-0000-0000-0000-000000000001',
  },
];

/**
 * Why none of someone's groups may be known, and what to change, without repeating any. `null`: they may just be in none
 * that this portal uses.
 */
function likelyMistake(dropped: readonly string[], known: GroupMap): string | null {
  const names = [...known.keys()];
  const folded = new Set(names.map((name) => name.toLowerCase()));
  if (dropped.some((group) => folded.has(group.toLowerCase())))
    return 'they differ from those there in upper and lower case. Write them there as the provider does';
  if (dropped.some((group) => group.split(/\s*[;,|]\s*/).some((part) => known.has(part))))
    return 'they came as one text. Have the provider send a list';
  const shape = shapes.find(
    ({ pattern }) =>
      dropped.some((group) => pattern.test(group)) && !names.some((name) => pattern.test(name)),
  );
  if (shape === undefined) return null;
  return `they came as ${shape.what}. Have the provider send the names that are written there, or write a map there, with lines such as ${shape.example}: Domain-IT`;
}
