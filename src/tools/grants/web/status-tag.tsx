import { Tag } from '../../../platform/ui/tag.tsx';
import type { ApplicationState } from '../contract/shapes.ts';

const tones = {
  Draft: 'neutral',
  Pending: 'warning',
  Approved: 'good',
  Declined: 'bad',
  Withdrawn: 'neutral',
} as const;

export function StatusTag({ state }: { state: ApplicationState }) {
  return <Tag tone={tones[state]}>{state}</Tag>;
}
