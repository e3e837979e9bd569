import { type DirectoryRecord, textFields } from './record.ts';

/** `csv`, a file that is uploaded or read on a schedule, or the name of a directory server. */
export type SourceName = string;

/** The fields for which a college can say which source wins. */
export const mergedFields = [...textFields, 'kind', 'groups'] as const;
export type MergedField = (typeof mergedFields)[number];

/** Which source comes first, overall and for individual fields. */
export interface Precedence {
  /** The sources that count at all. */
  order: readonly SourceName[];
  fields: Readonly<Partial<Record<MergedField, readonly SourceName[]>>>;
  /** The sources whose groups give access. What another one once said about access no longer counts. */
  givesAccess: readonly SourceName[];
}

/** Without a directory server. */
export const csvAlone: Precedence = { order: ['csv'], fields: {}, givesAccess: [] };

/**
 * One record for each person that any source has. A field comes from the first source that says something about it;
 * someone whom one source calls confidential is confidential.
 */
export function mergeReadings(
  readings: ReadonlyMap<SourceName, readonly DirectoryRecord[]>,
  { order, fields, givesAccess }: Precedence,
): DirectoryRecord[] {
  const inOrder = (names: readonly SourceName[]) =>
    [...new Set([...names, ...order, ...readings.keys()])].filter((name) => readings.has(name));
  const known = inOrder(order);
  const [only] = known;
  if (only !== undefined && known.length === 1)
    return (readings.get(only) ?? []).map((record) => trusted(record, givesAccess.includes(only)));

  const people = new Map<string, Map<SourceName, DirectoryRecord>>();
  for (const [source, records] of readings) {
    for (const record of records) {
      const same = people.get(record.key) ?? new Map<SourceName, DirectoryRecord>();
      people.set(record.key, same.set(source, record));
    }
  }
  const ranked = mergedFields.map((field) => [field, inOrder(fields[field] ?? [])] as const);
  return Array.from(people.values(), (same) => {
    const said = Array.from(same, ([source, record]) => trusted(record, givesAccess.includes(source)));
    const [first] = inOrder(order).flatMap((source) => same.get(source) ?? []);
    if (first === undefined || same.size === 1) return said[0] as DirectoryRecord;
    const merged = ranked.map(([field, sources]) => {
      const values = sources
        .map((source) => same.get(source)?.[field])
        .filter((value) => value !== undefined);
      return [field, values.find((value) => value.length > 0) ?? first[field]];
    });
    const confidential = said.some((record) => record.confidential);
    const accessGroups = [...new Set(said.flatMap((record) => record.accessGroups ?? []))];
    return { ...first, ...Object.fromEntries(merged), confidential, accessGroups };
  });
}

function trusted(record: DirectoryRecord, isTrusted: boolean): DirectoryRecord {
  return isTrusted || record.accessGroups === undefined ? record : { ...record, accessGroups: [] };
}
