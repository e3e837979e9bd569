import { Tag } from '../../../platform/ui/tag.tsx';
import type { OwnTicket } from '../contract/shapes.ts';
import { stateWords } from '../contract/state-words.ts';

const tones = { new: 'warning', open: 'warning', waiting: 'neutral', solved: 'good' } as const;

interface StateTagProps {
  ticket: Pick<OwnTicket, 'state' | 'isHandedOver' | 'isMerged'>;
  /** The requester reads it: a ticket that is waiting for them is what they should notice. */
  isOwn?: boolean;
}

export function StateTag({ ticket: { state, isHandedOver, isMerged }, isOwn = false }: StateTagProps) {
  if (isMerged) return <Tag tone="neutral">Merged</Tag>;
  if (isHandedOver) return <Tag tone="neutral">Handed over</Tag>;
  if (isOwn && state === 'waiting') return <Tag tone="warning">Waiting for you</Tag>;
  return <Tag tone={isOwn && state !== 'solved' ? 'neutral' : tones[state]}>{stateWords[state]}</Tag>;
}
