import { Tag } from '../../../platform/ui/tag.tsx';
import type { Run } from '../contract.ts';

export function StateTag({ run: { voided, repeated } }: { run: Run }) {
  if (voided !== null) return <Tag tone="bad">Void</Tag>;
  return repeated > 0 ? <Tag tone="warning">Processed again</Tag> : <Tag tone="good">Processed</Tag>;
}
