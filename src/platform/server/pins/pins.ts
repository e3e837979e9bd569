import { sql } from 'kysely';
import { arrangePins, mostPins, readPins, setPin } from '../../contract/pins.ts';
import type { Unaudited } from '../change/unaudited.ts';
import type { Database, Reader } from '../db/database.ts';
import { type Route, route } from '../http/context.ts';
import type { Repeats } from '../log/repeats.ts';
import { refusalOf } from '../refusal/declared-refusal.ts';

/** The pins of a person; `null` if they never chose any. */
async function findPins(reader: Reader, personId: string): Promise<string[] | null> {
  const find = reader.selectFrom('pins').select('tools').where('person_id', '=', personId);
  return (await find.executeTakeFirst())?.tools ?? null;
}

/** As `findPins`, for a page, which opens without them when they cannot be read. */
export async function pinsForPage(
  reader: Reader,
  personId: string,
  repeats: Pick<Repeats, 'warn'>,
): Promise<string[] | null> {
  try {
    return await findPins(reader, personId);
  } catch (error) {
    repeats.warn('pins', { err: error }, 'The pins of a person could not be read.');
    return null;
  }
}

/**
 * Pins a tool after all others, or unpins it; anything else changed on another device stays.
 * @param atFirst what is pinned for someone who never chose any
 * @returns the pins; `null` if there are too many
 */
async function storePin(
  database: Database,
  personId: string,
  { tool, pinned, atFirst }: { tool: string; pinned: boolean; atFirst: readonly string[] },
): Promise<string[] | null> {
  const others = atFirst.filter((one) => one !== tool);
  const tools = pinned ? [...others, tool] : others;
  const isPinned = sql<boolean>`${tool} = any(pins.tools)`;
  const next = pinned
    ? sql<string[]>`case when ${isPinned} then pins.tools else array_append(pins.tools, ${tool}) end`
    : sql<string[]>`array_remove(pins.tools, ${tool})`;
  const stored = await database
    .insertInto('pins')
    .values({ person_id: personId, tools })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ tools: next })
        .where(sql<boolean>`${!pinned} or ${isPinned} or cardinality(pins.tools) < ${mostPins}`),
    )
    .returning('tools')
    .executeTakeFirst();
  return stored?.tools ?? null;
}

/** @returns the pins; `null` if they are no longer those `before`. Sending the same again is no change. */
async function storeOrder(
  database: Database,
  personId: string,
  { pins, before }: { pins: readonly string[]; before: readonly string[] | null },
): Promise<string[] | null> {
  const tools = [...new Set(pins)];
  const stored = await database
    .insertInto('pins')
    .values({ person_id: personId, tools })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ tools })
        .where(sql<boolean>`pins.tools = ${before}::text[] or pins.tools = ${tools}::text[]`),
    )
    .returning('tools')
    .executeTakeFirst();
  return stored?.tools ?? null;
}

/** The calls that read and store them. */
export function pinRoutes(unaudited: Unaudited): Route[] {
  return [
    route(readPins, async ({ actor, reader }) => ({ data: { pins: await findPins(reader, actor.id) } })),
    route(setPin, async ({ actor }, { body }) => {
      const pins = await storePin(unaudited('pins and dismissals'), actor.id, body);
      if (pins === null) throw refusalOf(setPin, 'too-many');
      return { data: { pins } };
    }),
    route(arrangePins, async ({ actor }, { body }) => {
      const pins = await storeOrder(unaudited('pins and dismissals'), actor.id, body);
      if (pins === null) throw refusalOf(arrangePins, 'pins-changed');
      return { data: { pins } };
    }),
  ];
}
