import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import type { SeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { useAccount } from '../../../platform/web/session/account.ts';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import { stateWords } from '../contract/state-words.ts';
import { changeTicket, listDeskTickets, readDeskCounts, readDeskTicket } from '../contract.ts';

export const deskReads = [listDeskTickets, readDeskCounts, readDeskTicket];

/** Changes of a ticket with one press. */
export function useDeskChange(ticket: DeskDetails, seen: SeenVersion<number>) {
  const { account } = useAccount();
  const change = useAction(changeTicket, { invalidates: deskReads });
  const params = { id: ticket.id };
  const failed = (what: string) => (error: ApiError) => {
    seen.onProblem(error);
    return what;
  };
  const done = (words: string) => (answer: { data: DeskDetails }) => {
    seen.note(answer.data.version);
    return words;
  };
  const send = (body: object, did: string, failure: string) =>
    change.run(
      { params, body: { ...body, version: seen.version } },
      { done: done(did), failed: failed(failure) },
    );
  return {
    isPending: change.isPending,
    assignToMe: async () => {
      if (account !== null && !ticket.isMine)
        await send({ assignee: account.email }, 'Assigned to you', 'The ticket was not assigned');
    },
    unassign: () => send({ assignee: '' }, 'Unassigned', 'The ticket is still assigned'),
    setCategory: (category: string) => send({ category }, 'Category changed', 'The category was not changed'),
    setIncident: (incident: string) =>
      send(
        { incident },
        incident === '' ? 'Not linked anymore' : 'Linked',
        'The known issue was not changed',
      ),
    setState: (state: 'open' | 'waiting' | 'solved') =>
      send({ state }, `Set to ${stateWords[state]}`, 'The state was not changed'),
  };
}
