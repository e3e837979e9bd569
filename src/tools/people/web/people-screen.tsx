import { useState } from 'react';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { listPeople, type Person } from '../contract.ts';
import { people as tool } from '../tool.ts';
import { LinkRequests } from './link-requests.tsx';
import { PeopleTable } from './people-table.tsx';
import { PersonDetails } from './person-details.tsx';

/** Everybody who has signed in: find somebody, see and end sessions, block, and decide link requests. */
export function Screen() {
  const list = useListAddress(listPeople);
  const people = useCall(listPeople, { query: list.query }, { keepPrevious: true });
  const [opened, setOpened] = useState<Pick<Person, 'id' | 'name'> | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHeading lead={tool.screens.people.lead}>{tool.screens.people.title}</PageHeading>
      <LinkRequests />
      <ListToolbar>
        <SearchField
          label="Search name and email"
          value={list.filters.search}
          onSearch={(text) => list.setFilter('search', text)}
        />
      </ListToolbar>
      <ListView
        list={list}
        answer={people}
        noun={['person', 'people']}
        emptyText="People appear here after they first sign in."
      >
        {(rows) => <PeopleTable people={rows} onDetails={setOpened} />}
      </ListView>
      <Dialog shape="sheet" open={opened !== null} onClose={close} title={opened?.name ?? ''}>
        {opened && <PersonDetails key={opened.id} id={opened.id} />}
      </Dialog>
    </>
  );
}
