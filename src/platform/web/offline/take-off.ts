import { puttingDraft } from './drafts.ts';
import { tell } from './news.ts';
import { aloneSoon } from './send-waiting.ts';
import { type Change, change, readAll } from './store.ts';
import { mayEdit, type WaitingWrite } from './waiting.ts';

type TakenOff =
  | { outcome: 'taken'; write: WaitingWrite }
  /** `sent`: meanwhile. `fixed`: it may have arrived, so it cannot be changed. `busy`: it may be on its way now. */
  | { outcome: 'sent' | 'fixed' | 'busy' };

/** Takes a write off the device to change it; in the same moment it becomes a draft, so that it is never nowhere. */
export function takeBack(
  key: string,
  draftOf: (write: WaitingWrite) => { form: string; values: Record<string, unknown> },
): Promise<TakenOff> {
  return takeOff(key, mayEdit, (write) => {
    const { form, values } = draftOf(write);
    return [puttingDraft({ owner: write.owner, form }, values)];
  });
}

/** Throws a write away. */
export function discard(key: string): Promise<TakenOff> {
  return takeOff(
    key,
    () => true,
    () => [],
  );
}

/** Not while something is being sent: what one takes off must not be on its way. */
async function takeOff(
  key: string,
  may: (write: WaitingWrite) => boolean,
  together: (write: WaitingWrite) => Change[],
): Promise<TakenOff> {
  const taken = await aloneSoon(async (): Promise<TakenOff> => {
    const found = (await readAll('waiting')).find((waiting) => waiting.key === key);
    if (found === undefined) return { outcome: 'sent' };
    if (!may(found)) return { outcome: 'fixed' };
    await change({ store: 'waiting', remove: key }, ...together(found));
    tell({ sent: [] });
    return { outcome: 'taken', write: found };
  });
  return taken ?? { outcome: 'busy' };
}
