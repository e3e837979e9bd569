import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm, type Question } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import {
  type Decision,
  decideLinkRequest,
  type LinkRequest,
  listLinkRequests,
  listPeople,
} from '../contract.ts';

const done: Record<Decision, string> = {
  link: 'Both are one person now',
  refuse: 'The request is refused',
  separate: 'The earlier account is blocked; the newcomer may sign in',
};

function questionFor(decision: Decision, { name, email, person }: LinkRequest): Question {
  switch (decision) {
    case 'link':
      return {
        title: 'Are both the same person?',
        text: `${name} will get everything that belongs to ${person.name}. This cannot be undone here, so ask the person on a way that you trust.`,
        action: 'Link',
        danger: true,
      };
    case 'separate':
      return {
        title: `Does ${email} belong to somebody new?`,
        text: `${person.name} is blocked and signed out, and keeps what is theirs. ${name} gets a new account with the next sign-in.`,
        action: 'Give the address on',
        danger: true,
      };
    case 'refuse':
      return {
        title: `Refuse ${name}?`,
        text: 'Nothing changes. Another try to sign in asks again.',
        action: 'Refuse',
      };
  }
}

/** Asks, decides, and says how it went. */
export function useDecision(request: LinkRequest): (decision: Decision) => Promise<void> {
  const decide = useWrite(decideLinkRequest, { invalidates: [listLinkRequests, listPeople] });
  return async (decision) => {
    if (!(await askToConfirm(questionFor(decision, request)))) return;
    try {
      await decide.send({ params: { id: request.id }, body: { decision } });
      showToast({ title: done[decision] });
    } catch (error) {
      showToast({ tone: 'error', title: 'Nothing was decided', text: asApiError(error).detail });
    }
  };
}
