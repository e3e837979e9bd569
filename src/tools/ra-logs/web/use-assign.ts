import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { assignFollowUp, listMyFollowUps, listRaLogs, type RaLog } from '../contract.ts';

/**
 * Assigns a follow-up with one click; an empty address unassigns it.
 * @param version The one that the person has seen.
 */
export function useAssign(
  { _id, version }: Pick<RaLog, '_id' | 'version'>,
  onProblem: (problem: ApiError) => void = () => undefined,
) {
  const assign = useAction(assignFollowUp, { invalidates: [listRaLogs, listMyFollowUps] });
  return {
    isPending: assign.isPending,
    to: (owner: string): Promise<boolean> =>
      assign.run(
        { params: { id: _id }, body: { owner, version } },
        {
          done: owner === '' ? 'Unassigned' : `Assigned to ${owner}`,
          failed: (problem) => {
            onProblem(problem);
            return `The follow-up was not ${owner === '' ? 'unassigned' : 'assigned'}`;
          },
        },
      ),
  };
}
