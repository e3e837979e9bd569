import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { applicationStates } from '../contract/shapes.ts';
import { listApplications } from '../contract.ts';
import { grants } from '../tool.ts';
import { ApplicationsTable } from './applications-table.tsx';
import { GrantsTabs } from './grants-tabs.tsx';

const states = [
  { value: '', label: 'All statuses' },
  ...applicationStates.map((state) => ({ value: state, label: state })),
];

/** What the committee has to read. */
export function Screen() {
  const list = useListAddress(listApplications);
  const answer = useCall(listApplications, { query: list.query as never }, { keepPrevious: true });
  return (
    <>
      <PageHeading lead={grants.screens.applications.lead}>{grants.screens.applications.title}</PageHeading>
      <GrantsTabs />
      <ListToolbar>
        <SearchField
          label="Submitted by"
          placeholder="Email address"
          value={list.filters.submittedBy}
          onSearch={(text) => list.setFilter('submittedBy', text)}
        />
        <CompactSelect
          label="Status"
          value={list.filters.approvalStatus}
          onChange={(state) => list.setFilter('approvalStatus', state)}
          options={states}
        />
      </ListToolbar>
      <ListView list={list} answer={answer} noun={['application', 'applications']}>
        {(rows) => <ApplicationsTable rows={rows} />}
      </ListView>
    </>
  );
}
