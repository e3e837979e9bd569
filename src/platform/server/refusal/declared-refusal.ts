import type { Call } from '../../contract/call.ts';
import { Refusal, type RefusalDetails } from './refusal.ts';

/** A refusal that the call declares, with its own sentence, or with `detail` if the row has more to say. */
export function refusalOf<C extends Call>(
  call: C,
  reason: keyof C['refusals'] & string,
  details: Omit<RefusalDetails, 'reason'> & { detail?: string } = {},
): Refusal {
  const declared = call.refusals?.[reason];
  if (declared === undefined) throw new Error(`${call.name} declares no refusal "${reason}".`);
  const { detail, ...rest } = details;
  return new Refusal(declared.kind, detail ?? declared.detail, { ...rest, reason });
}
