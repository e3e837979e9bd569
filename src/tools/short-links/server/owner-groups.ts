import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { isInScope, type OwnedBy, type Owners, type Scope } from './scope.ts';

/** Which groups own links. Read again when a link changes, so at most a second old on any instance. */
export interface OwnerGroups {
  /** The combinations of owners that someone with this scope sees. */
  seenBy(scope: Scope): OwnedBy;
  /** Those of these groups that own a link. */
  among(groups: readonly string[]): string[];
  /** After a write of this instance: these own a link, before it is read again. */
  note(owners: Owners): void;
  refresh(): Promise<void>;
}

interface OwnerGroupsServices {
  reader: Reader;
  log: FastifyBaseLogger;
  /** Learns all groups that own a link. */
  onChange(groups: readonly string[]): void;
}

export function createOwnerGroups({ reader, log, onChange }: OwnerGroupsServices): OwnerGroups {
  let known: readonly Owners[] = [];
  let wanted = 0;
  let reading: Promise<void> | null = null;

  function keep(owners: readonly Owners[]): void {
    known = owners;
    onChange([...new Set(known.flat())].toSorted());
  }

  async function read(): Promise<void> {
    for (let done = -1; done !== wanted; ) {
      done = wanted;
      try {
        keep(await selectOwners(reader));
      } catch (error) {
        // What is known stays until the next change; each row still decides for itself.
        log.warn({ err: error }, 'the owner groups of short links could not be read');
      }
    }
  }

  return {
    seenBy: (scope) => (scope === 'all' ? 'all' : known.filter((owners) => isInScope(scope, owners))),
    among: (groups) => groups.filter((group) => known.some((owners) => owners.includes(group))).toSorted(),
    note(owners) {
      const isKnown = known.some((one) => one.join('\n') === owners.join('\n'));
      if (owners.length > 0 && !isKnown) keep([...known, owners]);
    },
    refresh() {
      wanted += 1;
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}

/** From the counts, which have one row for each month and combination of owners, not one for each link. */
async function selectOwners(reader: Reader): Promise<Owners[]> {
  const rows = await readRows(
    reader,
    sql<{ owner_groups: string[] }>`
    select owner_groups from (
      select owner_groups, links from short_link_counts where owner_groups <> '{}'
      union all
      select owner_groups, links from short_link_count_changes where owner_groups <> '{}'
    ) as kinds group by owner_groups having sum(links) > 0 order by owner_groups`,
  );
  return rows.map(({ owner_groups }) => owner_groups);
}
