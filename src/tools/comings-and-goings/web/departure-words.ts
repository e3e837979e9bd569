import type { Departure, Outcome } from '../contract.ts';
import { comingsAndGoings } from '../tool.ts';

/** What happened to someone, in a few words. */
export function sayCause({ cause, lost }: Pick<Departure, 'cause' | 'lost'>): string {
  if (lost.length === 0) return cause === 'left' ? 'Left the directory' : 'Came back with fewer groups';
  const groups = `Lost ${lost.join(', ')}`;
  return cause === 'left' ? `${groups}, and left the directory` : groups;
}

export function pageOf(personId: string): string {
  return comingsAndGoings.screens.person.path.replace(':id', personId);
}

/** One line for each thing that stayed. */
export function sayRefused({ refused }: Outcome): string {
  return refused.map(({ title, why }) => `${title}: ${why}`).join(' ');
}
