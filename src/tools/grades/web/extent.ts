import { counted } from '../../../platform/contract/counted.ts';
import type { UploadPreview } from '../contract.ts';

type Section = UploadPreview['sections'][number];

export const isChanged = ({ added, changed, removed }: Pick<Section, 'added' | 'changed' | 'removed'>) =>
  added + changed + removed > 0;

/** How much an upload would change, after its term. */
export function sayExtent({ isNew, sections }: Pick<UploadPreview, 'isNew' | 'sections'>): string {
  const some = isNew ? sections : sections.filter(isChanged);
  if (some.length === 0) return 'your grade file has these grades already.';
  const said = counted(some.length, 'section', 'sections');
  return `${isNew ? 'a new grade file with' : 'changes your grade file in'} ${said}. Nothing is saved yet.`;
}
