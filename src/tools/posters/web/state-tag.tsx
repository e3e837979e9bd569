import { Tag } from '../../../platform/ui/tag.tsx';
import type { PosterState } from '../contract/shapes.ts';

export const stateWords: Readonly<Record<PosterState, string>> = {
  received: 'Received',
  question: 'Question',
  printing: 'Printing',
  ready: 'Ready',
  'picked-up': 'Picked up',
  cancelled: 'Cancelled',
};

const tones = {
  received: 'warning',
  question: 'neutral',
  printing: 'neutral',
  ready: 'good',
  'picked-up': 'neutral',
  cancelled: 'neutral',
} as const;

interface StateTagProps {
  state: PosterState;
  /** The requester reads it: a question is what they have to look at. */
  isOwn?: boolean;
}

export function StateTag({ state, isOwn = false }: StateTagProps) {
  if (isOwn && state === 'question') return <Tag tone="warning">Question for you</Tag>;
  return <Tag tone={isOwn && state === 'received' ? 'neutral' : tones[state]}>{stateWords[state]}</Tag>;
}
