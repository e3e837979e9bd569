import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import type { ApplicationDetails } from '../contract/shapes.ts';
import {
  approveApplication,
  editApplication,
  listApplications,
  readApplication,
  recuseFromApplication,
} from '../contract.ts';
import type { Shown } from './use-shown.ts';

export const decisionReads = [readApplication, listApplications];

/** What an approver does with one press. A vote counts only for what they have seen. */
export function useDecisions({ _id, version }: ApplicationDetails, shown: Shown) {
  const params = { id: _id };
  const invalidates = decisionReads;
  const vote = useAction(approveApplication, { invalidates });
  const withdrawal = useAction(recuseFromApplication, { invalidates });
  const move = useAction(editApplication, { invalidates });
  const refusedAs = (title: string) => (error: ApiError) => {
    shown.onRefusal(error);
    return title;
  };
  return {
    isPending: vote.isPending || withdrawal.isPending || move.isPending,
    approve: () =>
      vote.run(
        { params, body: { version: shown.version } },
        { done: 'You approved this application', failed: refusedAs('Your vote was not counted') },
      ),
    moveToApproved: () =>
      move.run(
        { params, body: { approvalStatus: 'Approved', version: shown.version } },
        { done: 'Moved to Approved', failed: refusedAs('The application was not moved') },
      ),
    recuse: (hasVoted: boolean) =>
      withdrawal.run(
        { params, body: { version } },
        {
          confirm: {
            title: 'Recuse yourself?',
            text: `You take no part in the decision on this application.${hasVoted ? ' Your vote no longer counts.' : ''} This can't be undone.`,
            action: 'Recuse myself',
            danger: true,
          },
          done: 'You take no part in this decision',
          failed: 'You were not recused',
        },
      ),
  };
}
