import { askToConfirm } from '../feedback/confirm.ts';
import { deleteEntry } from './entries.ts';
import { countEntries, type SubmittedEntry } from './entry.ts';
import { showObstacle } from './entry-list.tsx';

/** For someone who may no longer open the form, where its list would let them do that. */
export async function deleteRefused(entries: readonly SubmittedEntry[]): Promise<void> {
  const refused = entries.filter(({ state }) => state === 'refused');
  const [it, has] = refused.length === 1 ? ['it', 'was'] : ['them', 'were'];
  const isSure = await askToConfirm({
    title: `Delete ${countEntries(refused)}?`,
    text: `${countEntries(refused)} you wrote here ${has} not accepted (${refused.map(({ about }) => about.title).join(', ')}), and you may no longer submit ${it}. This can't be undone.`,
    action: 'Delete',
    stay: 'Keep',
    danger: true,
  });
  if (!isSure) return;
  for (const { id } of refused) {
    const obstacle = await deleteEntry(id);
    if (obstacle !== null) showObstacle(obstacle);
  }
}
