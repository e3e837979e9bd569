import { Tag } from '../../../platform/ui/tag.tsx';
import type { PosterState } from '../contract/shapes.ts';
import { stateWords } from '../contract/state-words.ts';

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
