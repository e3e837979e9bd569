import { Button } from '@mantine/core';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useMayOpen } from '../../../platform/web/routes/visible.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { people } from '../../people/tool.ts';
import { type Departure, listDepartures, shownStates } from '../contract.ts';
import { comingsAndGoings } from '../tool.ts';
import { pageOf, sayCause } from './departure-words.ts';
import { useDecide } from './use-decide.ts';

const { departures } = comingsAndGoings.screens;
const stateOptions = [
  { value: '', label: 'Open' },
  { value: 'done', label: 'Done' },
  { value: 'dismissed', label: 'Dismissed' },
];

/** People who left or lost groups while they own something. */
export function Screen() {
  const list = useListAddress(listDepartures);
  const state = shownStates.find((one) => one === list.filters.state);
  const answer = useCall(listDepartures, { query: { ...list.query, state } }, { keepPrevious: true });
  const decide = useDecide();
  const mayOpen = useMayOpen();
  const isOpen = state === undefined || state === 'open';
  const columns: Column<Departure>[] = [
    {
      title: 'Person',
      width: 'fit',
      cell: ({ person }) => <AppLink to={pageOf(person.id)}>{person.name}</AppLink>,
    },
    { title: 'What happened', cell: (departure) => sayCause(departure) },
    { title: 'Noticed', width: 'fit', cell: ({ noticedAt }) => <CampusTime value={noticedAt} /> },
    {
      title: 'Owns',
      cell: ({ owns }) => (owns.length === 0 ? 'Nothing' : owns.map(({ words }) => words).join(', ')),
    },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (departure) =>
        departure.state === 'back' ? (
          'Is back'
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${isOpen ? 'Dismiss' : 'Reopen'}: ${departure.person.name}`}
            onClick={() => void decide(departure, isOpen ? 'dismissed' : 'open')}
          >
            {isOpen ? 'Dismiss' : 'Reopen'}
          </Button>
        ),
    },
  ];
  return (
    <>
      <PageHeading lead={departures.lead}>{departures.title}</PageHeading>
      <ListToolbar>
        <CompactSelect
          label="Which entries"
          value={list.filters.state}
          onChange={(chosen) => list.setFilter('state', chosen)}
          options={stateOptions}
        />
      </ListToolbar>
      <ListView
        list={list}
        answer={answer}
        noun={['person', 'people']}
        emptyText={`No one who left or lost groups owns anything.${mayOpen(people.screens.people.access) ? ' To hand over what someone else owns, open them under People.' : ''}`}
      >
        {(rows) => (
          <DataTable
            caption="People who left or lost groups"
            rows={rows}
            keyOf={({ id }) => id}
            columns={columns}
          />
        )}
      </ListView>
    </>
  );
}
