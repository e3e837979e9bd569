import type { Question } from '../../../platform/web/feedback/confirm.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import {
  type Decision,
  decideLinkRequest,
  type LinkRequest,
  listLinkRequests,
  listPeople,
} from '../contract.ts';

const done: Record<Decision, string> = {
  link: 'The accounts are linked',
  refuse: 'The request was refused',
  separate: 'The earlier account is blocked, and the new one can sign in',
};

function questionFor(decision: Decision, request: LinkRequest): Question {
  const { name, email, person, record } = request;
  if (record !== null)
    return decision === 'link'
      ? {
          title: `Is ${person.name} the person in the directory?`,
          text: `What the directory says about ${record.name} will be shown for ${person.name}. Check with the person in a way you trust.`,
          action: 'Link',
        }
      : {
          title: `Is ${record.name} someone else?`,
          text: `${person.name} can still sign in, without a directory record. You won't be asked about the two again.`,
          action: 'Someone else',
        };
  switch (decision) {
    case 'link':
      return {
        title: 'Are both accounts the same person?',
        text: `${name} will get everything that belongs to ${person.name}. This can't be undone here, so check with the person in a way you trust.`,
        action: 'Link',
        danger: true,
      };
    case 'separate':
      return {
        title: `Does ${email} belong to someone new?`,
        text: `${person.name} is signed out and blocked. Their data is kept. ${name} gets a new account the next time they sign in.`,
        action: 'Give address to new person',
        danger: true,
      };
    case 'refuse':
      return {
        title: `Decline ${name}?`,
        text: 'Nothing changes. Another sign-in attempt sends a new request.',
        action: 'Decline',
      };
  }
}

export function useDecision(request: LinkRequest): (decision: Decision) => Promise<boolean> {
  const decide = useAction(decideLinkRequest, { invalidates: [listLinkRequests, listPeople] });
  const said =
    request.record === null
      ? done
      : { ...done, link: 'The directory record is linked', refuse: 'The directory record stays free' };
  return (decision) =>
    decide.run(
      { params: { id: request.id }, body: { decision } },
      { confirm: questionFor(decision, request), done: said[decision], failed: 'Nothing was changed' },
    );
}
