import { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import type { SeenVersion } from '../change/seen-version.ts';
import { Refusal } from '../refusal/refusal.ts';

const reason = 'stale-version';

/**
 * The version of the row that the sender has seen, from the checked body; `null` for a call that takes none. Changes
 * of a call that takes one have to name the row. @throws Error if the call does not say how it refuses an old version
 */
export function versionReader(call: Call): ((body: unknown) => SeenVersion) | null {
  const shape = call.body?.shape;
  if (!(shape instanceof z.ZodObject) || !('version' in shape.shape)) return null;
  const declared = call.refusals?.[reason];
  if (declared === undefined)
    throw new Error(`${call.name} takes a version and has to declare the refusal "${reason}".`);
  return (body) => {
    const version = typeof body === 'object' && body !== null && 'version' in body ? body.version : undefined;
    return {
      version: typeof version === 'number' ? version : undefined,
      refuse: (detail = declared.detail) => new Refusal(declared.kind, detail, { reason }),
    };
  };
}
