import type { Call } from '../../../platform/contract/call.ts';
import { Refusal, type RefusalDetails } from '../../../platform/server/http/refusal.ts';

/** A refusal that the call declares, with its own sentence. */
export function refusalOf<C extends Call>(
  call: C,
  reason: keyof C['refusals'] & string,
  details: Omit<RefusalDetails, 'reason'> = {},
): Refusal {
  const declared = call.refusals?.[reason];
  if (declared === undefined) throw new Error(`${call.name} declares no refusal "${reason}".`);
  return new Refusal(declared.kind, declared.detail, { ...details, reason });
}
