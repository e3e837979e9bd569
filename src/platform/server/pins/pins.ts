import { savePins } from '../../contract/pins.ts';
import type { Unaudited } from '../change/unaudited.ts';
import type { Reader } from '../db/database.ts';
import { type Route, route } from '../http/context.ts';
import type { Repeats } from '../log/repeats.ts';

/** The pins of a person; `null` when they never chose any. A page opens without them when they cannot be read. */
export async function readPins(
  reader: Reader,
  personId: string,
  repeats: Pick<Repeats, 'warn'>,
): Promise<string[] | null> {
  try {
    const find = reader.selectFrom('pins').select('tools').where('person_id', '=', personId);
    return (await find.executeTakeFirst())?.tools ?? null;
  } catch (error) {
    repeats.warn('pins', { err: error }, 'The pins of a person could not be read.');
    return null;
  }
}

/** The call that stores them. */
export function pinRoutes(unaudited: Unaudited): Route[] {
  return [
    route(savePins, async ({ actor }, { body }) => {
      const tools = [...new Set(body.pins)];
      await unaudited('pins and dismissals')
        .insertInto('pins')
        .values({ person_id: actor.id, tools })
        .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ tools }))
        .execute();
      return { data: { pins: tools } };
    }),
  ];
}
