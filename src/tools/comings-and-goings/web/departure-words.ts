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

/** A message has room for this many; what stayed is still on the page. */
const mostReasons = 4;

/** Why things stayed: each reason once, with the first thing that it is about. */
export function sayRefused({ refused }: Pick<Outcome, 'refused'>): string {
  const reasons = [...new Set(refused.map(({ why }) => why))];
  const said = reasons.slice(0, mostReasons);
  const sentences = said.map((reason) => {
    const [first, ...others] = refused.filter(({ why }) => why === reason);
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return `${first?.title}${more}: ${reason}`;
  });
  const unsaid = refused.filter(({ why }) => !said.includes(why)).length;
  return [...sentences, ...(unsaid === 0 ? [] : [`${unsaid} more stayed for other reasons.`])].join(' ');
}
