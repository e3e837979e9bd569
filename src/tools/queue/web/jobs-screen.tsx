import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { useEveryFewSeconds } from '../../../platform/web/client/use-every-few-seconds.ts';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { countJobs, type JobState, jobStates, listJobs } from '../contract.ts';
import { queue } from '../tool.ts';
import { JobsTable } from './jobs-table.tsx';
import { StateTabs } from './state-tabs.tsx';

const emptyTexts: Record<JobState, string> = {
  waiting: 'Nothing is waiting.',
  running: 'Nothing is running.',
  failed: 'Nothing has failed.',
  done: 'There are no finished jobs. They are kept for up to 30 days, depending on their kind.',
};

/** The background jobs by state: what is waiting, running, failed and why, and done. */
export function Screen() {
  const list = useListAddress(listJobs);
  const { name } = list.filters;
  // Anything else in the address means the first tab, as with every list.
  const state = jobStates.find((one) => one === list.filters.state) ?? 'waiting';
  const jobs = useCall(listJobs, { query: { ...list.query, state } }, { keepPrevious: true });
  const counts = useCall(countJobs, { query: name === '' ? {} : { name } }, { keepPrevious: true });
  useEveryFewSeconds([jobs, counts], jobs.error?.isSignedOut !== true);

  // The tab is not a filter that people forget to remove: an empty one has its own message.
  const shown = { ...list, isFiltered: name !== '', clearFilters: () => list.setFilter('name', '') };
  return (
    <>
      <PageHeading lead={queue.screens.jobs.lead}>{queue.screens.jobs.title}</PageHeading>
      <StateTabs
        value={state}
        counts={counts.data?.data}
        onChange={(next) => list.setFilter('state', next)}
      />
      <ListToolbar>
        <SearchField label="Search jobs" value={name} onSearch={(text) => list.setFilter('name', text)} />
      </ListToolbar>
      <ListView list={shown} answer={jobs} noun={['job', 'jobs']} emptyText={emptyTexts[state]}>
        {(rows) => <JobsTable jobs={rows} />}
      </ListView>
    </>
  );
}
