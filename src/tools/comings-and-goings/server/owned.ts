import {
  type Belonging,
  type Belongings,
  type Holder,
  mostListed,
  type Owner,
} from '../../../platform/server/belongings/belongings.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { Departure } from '../contract.ts';

/** What someone owns of one kind. */
export interface Owned {
  belongings: Belongings;
  things: readonly Belonging[];
  /** Why they may not have it anymore; `null` if they may. */
  mayNot: string | null;
}

/** Kinds of which this person owns nothing are left out. */
export async function readOwned(
  reader: Reader,
  kinds: readonly Belongings[],
  holder: Holder,
): Promise<Owned[]> {
  const all = await Promise.all(
    kinds.map(async (belongings): Promise<Owned> => {
      const may = belongings.mayHave(holder);
      return { belongings, things: await belongings.list(reader, holder), mayNot: may === true ? null : may };
    }),
  );
  return all.filter(({ things }) => things.length > 0);
}

/** Of which kinds each of these people owns something, in one statement for each kind. */
export async function readOwnedKinds(
  reader: Reader,
  kinds: readonly Belongings[],
  people: readonly Owner[],
): Promise<(personId: string) => readonly Belongings[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => ({ kind, owners: new Set(await kind.owners(reader, people)) })),
  );
  return (personId) => found.filter(({ owners }) => owners.has(personId)).map(({ kind }) => kind);
}

/** `2 short links` */
function sayCount({ belongings: { noun }, things }: Owned): string {
  const count = things.length;
  const many = count >= mostListed ? `${mostListed} or more` : String(count);
  return `${many} ${count === 1 ? noun[0] : noun[1]}`;
}

export function presentOwned(owned: Owned): Departure['owns'][number] {
  const { kind, title } = owned.belongings;
  return { kind, title, count: owned.things.length, words: sayCount(owned) };
}
