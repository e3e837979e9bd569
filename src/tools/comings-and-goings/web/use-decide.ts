import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { type Departure, decideDeparture, listDepartures, readBelongings } from '../contract.ts';

const done = {
  done: 'Marked as done',
  dismissed: 'Dismissed',
  open: 'Opened again',
} as const;

/** Marks an entry as done or as needing nothing, or reopens it. */
export function useDecide() {
  const decide = useAction(decideDeparture, { invalidates: [listDepartures, readBelongings] });
  return ({ id, version, person }: Pick<Departure, 'id' | 'version' | 'person'>, state: keyof typeof done) =>
    decide.run(
      { params: { id }, body: { state, version } },
      { done: { title: done[state], text: person.name }, failed: 'The entry was not changed' },
    );
}
