import { Tag } from '../../../platform/ui/tag.tsx';
import type { TicketState } from '../contract/shapes.ts';
import { stateWords } from '../contract/state-words.ts';

const tones = { new: 'warning', open: 'warning', waiting: 'neutral', solved: 'good' } as const;

interface StateTagProps {
  state: TicketState;
  /** The requester reads it: a ticket that is waiting for them is what they should notice. */
  isOwn?: boolean;
  isHandedOver?: boolean;
}

export function StateTag({ state, isOwn = false, isHandedOver = false }: StateTagProps) {
  if (isHandedOver) return <Tag tone="neutral">Handed over</Tag>;
  if (isOwn && state === 'waiting') return <Tag tone="warning">Waiting for you</Tag>;
  return <Tag tone={isOwn && state !== 'solved' ? 'neutral' : tones[state]}>{stateWords[state]}</Tag>;
}
