import { Tag } from '../../../platform/ui/tag.tsx';
import type { PublishedNotice } from '../contract/shapes.ts';

export const stateWords = {
  scheduled: 'Scheduled',
  showing: 'Showing',
  ended: 'Ended',
  withdrawn: 'Withdrawn',
} as const;

const tones = { scheduled: 'neutral', showing: 'good', ended: 'neutral', withdrawn: 'neutral' } as const;

export function StateTag({ state }: Pick<PublishedNotice, 'state'>) {
  return <Tag tone={tones[state]}>{stateWords[state]}</Tag>;
}
