import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { assignFollowUp, listRaLogs, type RaLog } from '../contract.ts';

/** Names somebody for a follow-up at once and says how it went; an empty name takes it away. */
export function useAssign({ _id, version }: RaLog) {
  const assign = useWrite(assignFollowUp, { invalidates: [listRaLogs] });
  return {
    isPending: assign.isPending,
    async to(owner: string): Promise<void> {
      try {
        await assign.send({ params: { id: _id }, body: { owner, version } });
        showToast({ title: owner === '' ? 'Nobody is named any more' : `Assigned to ${owner}` });
      } catch (error) {
        showToast({ tone: 'error', title: 'The follow-up was not assigned', text: asApiError(error).detail });
      }
    },
  };
}
