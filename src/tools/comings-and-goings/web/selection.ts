import type { HeldKind } from '../contract.ts';

/** Things that were chosen, by kind. */
export type Selection = readonly { kind: HeldKind; keys: readonly string[] }[];

/** `2 short links and 1 ticket` */
export function saySelection(selection: Selection): string {
  const parts = selection.map(
    ({ kind, keys }) => `${keys.length} ${keys.length === 1 ? kind.noun.one : kind.noun.many}`,
  );
  return new Intl.ListFormat('en-US').format(parts);
}

/** As it is sent. */
export function thingsOf(selection: Selection) {
  return selection.map(({ kind, keys }) => ({ kind: kind.kind, keys: [...keys] }));
}
