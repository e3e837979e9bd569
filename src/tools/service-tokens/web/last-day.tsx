import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Token } from '../contract.ts';

/** A token ends at the first moment of the next day. */
export function LastDay({ token }: { token: Pick<Token, 'expiresAt'> }) {
  const before = new Date(Date.parse(token.expiresAt) - 1_000).toISOString();
  return <CampusTime value={before} style="date" />;
}
