import { useState } from 'react';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { listNewcomers, listPeople, type Person } from '../contract.ts';
import { people as tool } from '../tool.ts';
import { LinkRequests } from './link-requests.tsx';
import { NewcomersTable } from './newcomers-table.tsx';
import { PeopleTable } from './people-table.tsx';
import { PeopleTabs } from './people-tabs.tsx';
import { PersonDetails } from './person-details.tsx';

const whoOptions = [
  { value: '', label: 'With an account' },
  { value: 'directory', label: 'Only in the directory' },
];

/** Everyone who has signed in, and those who are only in the directory: find someone, see and end sessions, block, and decide link requests. */
export function Screen() {
  const list = useListAddress(listPeople);
  const isDirectory = list.filters.who === 'directory';
  const { search } = list.filters;
  const { page, pageSize } = list.query;
  const people = useCall(
    listPeople,
    { query: { search, page, pageSize } },
    { keepPrevious: true, enabled: !isDirectory },
  );
  const newcomers = useCall(
    listNewcomers,
    { query: { search, page, pageSize } },
    { keepPrevious: true, enabled: isDirectory },
  );
  const [opened, setOpened] = useState<Pick<Person, 'id' | 'name'> | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHeading lead={tool.screens.people.lead}>{tool.screens.people.title}</PageHeading>
      <PeopleTabs />
      <LinkRequests />
      <ListToolbar>
        <SearchField
          label="Search name and email"
          value={list.filters.search}
          onSearch={(text) => list.setFilter('search', text)}
        />
        <CompactSelect
          label="Which people"
          value={list.filters.who}
          onChange={(chosen) => list.setFilter('who', chosen)}
          options={whoOptions}
        />
      </ListToolbar>
      {isDirectory ? (
        <ListView
          list={list}
          answer={newcomers}
          noun={['person', 'people']}
          emptyText="Everyone in the directory has signed in, or the directory is empty."
        >
          {(rows) => <NewcomersTable people={rows} />}
        </ListView>
      ) : (
        <ListView
          list={list}
          answer={people}
          noun={['person', 'people']}
          emptyText="People appear here after they first sign in."
        >
          {(rows) => <PeopleTable people={rows} onDetails={setOpened} />}
        </ListView>
      )}
      <Dialog shape="sheet" open={opened !== null} onClose={close} title={opened?.name ?? ''}>
        {opened && <PersonDetails key={opened.id} id={opened.id} />}
      </Dialog>
    </>
  );
}
