import { useAction } from '../../../platform/web/feedback/use-action.ts';
import {
  type Decision,
  decideLinkRequest,
  type LinkRequest,
  listLinkRequests,
  listPeople,
} from '../contract.ts';
import { questionFor } from './decision-question.ts';

const done: Record<Decision, string> = {
  link: 'The accounts are linked',
  refuse: 'The request was refused',
  separate: 'The earlier account is blocked, and the new one can sign in',
};

export function useDecision(request: LinkRequest): (decision: Decision) => Promise<boolean> {
  const decide = useAction(decideLinkRequest, { invalidates: [listLinkRequests, listPeople] });
  const said =
    request.record === null
      ? done
      : { ...done, link: 'The directory record is linked', refuse: 'The directory record stays unlinked' };
  return (decision) =>
    decide.run(
      { params: { id: request.id }, body: { decision } },
      { confirm: questionFor(decision, request), done: said[decision], failed: 'Nothing was changed' },
    );
}
