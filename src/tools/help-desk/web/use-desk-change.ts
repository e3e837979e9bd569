import { useRef } from 'react';
import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import type { SeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { useAccount } from '../../../platform/web/session/account.ts';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import { stateWords } from '../contract/state-words.ts';
import { changeTicket, listDeskTickets, readDeskCounts, readDeskTicket } from '../contract.ts';

export const deskReads = [listDeskTickets, readDeskCounts, readDeskTicket];

/** Changes to a ticket with one click. */
export function useDeskChange(ticket: DeskDetails, seen: SeenVersion<number>) {
  const { account } = useAccount();
  const change = useAction(changeTicket, { invalidates: deskReads });
  const params = { id: ticket.id };
  // Of two changes in a row, the second waits for the first and names the version that the first one made.
  const before = useRef(Promise.resolve(seen.version));
  const underWay = useRef('');
  const send = (body: object, did: string, failure: string) => {
    // A key that is pressed again, or held, means the same change.
    const content = JSON.stringify(body);
    if (content === underWay.current) return before.current;
    underWay.current = content;
    before.current = before.current.then(async (made) => {
      let version = Math.max(made, seen.version);
      const done = ({ data }: { data: DeskDetails }) => {
        version = data.version;
        seen.note(version);
        return did;
      };
      const failed = (error: ApiError) => {
        seen.onProblem(error);
        return failure;
      };
      await change.run({ params, body: { ...body, version } }, { done, failed });
      if (underWay.current === content) underWay.current = '';
      return version;
    });
    return before.current;
  };
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
