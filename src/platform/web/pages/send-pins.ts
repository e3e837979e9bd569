import { arrangePins, readPins, setPin } from '../../contract/pins.ts';
import { asApiError } from '../client/api-error.ts';
import { call } from '../client/call.ts';

export interface SentPins {
  /** As the server has them now: `null` until this person chooses, missing where it did not say. */
  pins?: readonly string[] | null | undefined;
  /** Why the change was not stored, as a sentence, or `null`. */
  fault: string | null;
}

export interface PinsChange {
  before: readonly string[] | null;
  /** What is pinned while `before` is `null`. */
  atFirst: readonly string[];
  next: readonly string[];
}

/**
 * Sends the one tool that was pinned or unpinned, else the whole order. Apart from `use-pins.ts`, so that no page waits
 * for it.
 */
export async function sendPins({ before, atFirst, next }: PinsChange): Promise<SentPins> {
  const shown = before ?? atFirst;
  const added = next.find((tool) => !shown.includes(tool));
  const tool = added ?? shown.find((one) => !next.includes(one));
  try {
    const { data } =
      tool === undefined
        ? await call(arrangePins, { body: { pins: [...next], before: before && [...before] } })
        : await call(setPin, { body: { tool, pinned: added !== undefined, atFirst: [...atFirst] } });
    return { pins: data.pins, fault: null };
  } catch (thrown) {
    const { detail, status } = asApiError(thrown);
    // They were changed elsewhere: what is shown is no longer true.
    return { pins: status === 409 ? await readOwnPins() : undefined, fault: detail };
  }
}

/** Missing where the server did not say. */
export async function readOwnPins(): Promise<SentPins['pins']> {
  try {
    return (await call(readPins, {})).data.pins;
  } catch {
    return undefined;
  }
}
