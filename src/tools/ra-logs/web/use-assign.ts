import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { assignFollowUp, listMyFollowUps, listRaLogs, type RaLog } from '../contract.ts';

/** Assigns a follow-up with one click; an empty address unassigns it. */
export function useAssign({ _id, version }: RaLog) {
  const assign = useAction(assignFollowUp, { invalidates: [listRaLogs, listMyFollowUps] });
  return {
    isPending: assign.isPending,
    to: (owner: string): Promise<boolean> =>
      assign.run(
        { params: { id: _id }, body: { owner, version } },
        {
          done: owner === '' ? 'Unassigned' : `Assigned to ${owner}`,
          failed: `The follow-up was not ${owner === '' ? 'unassigned' : 'assigned'}`,
        },
      ),
  };
}
