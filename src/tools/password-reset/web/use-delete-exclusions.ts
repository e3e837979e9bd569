import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { deleteExclusion, type Exclusion, listExclusions } from '../contract.ts';

/** Ends the chosen exclusions, one call each. One that someone else has ended in the meantime is not a failure. */
export function useDeleteExclusions(onDone: () => void) {
  const remove = useWrite(deleteExclusion, { invalidates: [listExclusions] });
  return async (chosen: readonly Exclusion[]): Promise<void> => {
    const what = chosen.length === 1 ? 'this exclusion' : `these ${chosen.length} exclusions`;
    const text = `People can then reset these passwords again: ${chosen.map((one) => one.principalEmail).join(', ')}`;
    if (!(await askToConfirm({ title: `Delete ${what}?`, text, action: 'Delete', danger: true }))) return;
    try {
      for (const { _id: id } of chosen) await removeOne(() => remove.send({ params: { id } }));
      showToast({ title: chosen.length === 1 ? 'Exclusion deleted' : `${chosen.length} exclusions deleted` });
      onDone();
    } catch (thrown) {
      showToast({ tone: 'error', title: 'Not everything was deleted', text: asApiError(thrown).detail });
    }
  };
}

async function removeOne(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (thrown) {
    if (asApiError(thrown).status !== 404) throw thrown;
  }
}
