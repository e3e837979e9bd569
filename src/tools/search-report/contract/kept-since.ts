import type { SearchQuestion } from './question.ts';

/**
 * Whether a question is about days for which not all sign-ins are remembered, so that accounts may be missing or listed
 * although they signed in.
 * @param keptSince The first day for which all are, as `YYYY-MM-DD`; `null` if that is not known
 */
export function asksBefore(
  keptSince: string | null,
  { inclusion, exclusion }: SearchQuestion,
): keptSince is string {
  return keptSince !== null && (inclusion.start < keptSince || exclusion.start < keptSince);
}
