import { Button } from '@mantine/core';
import { Plus, Siren } from 'lucide-react';
import { useState } from 'react';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { useMayOpen } from '../../../platform/web/routes/visible.ts';
import { noticeStates, type PublishedNotice } from '../contract/shapes.ts';
import { listPublishedNotices } from '../contract.ts';
import { notices } from '../tool.ts';
import { NoticesTable } from './notices-table.tsx';
import { stateWords } from './state-tag.tsx';

const NoticeDialog = lazyDialog(async () => (await import('./notice-dialog.tsx')).NoticeDialog);
const EmergencyDialog = lazyDialog(async () => (await import('./emergency-dialog.tsx')).EmergencyDialog);
const AllClearDialog = lazyDialog(async () => (await import('./all-clear-dialog.tsx')).AllClearDialog);
const HistoryDialog = lazyDialog(async () => (await import('./history-dialog.tsx')).HistoryDialog);

const states = [
  { value: '', label: 'All statuses' },
  ...noticeStates.map((value) => ({ value, label: stateWords[value] })),
];

/** All notices, for those who publish them. */
export function Screen() {
  const list = useListAddress(listPublishedNotices);
  const answer = useCall(listPublishedNotices, { query: list.query as never }, { keepPrevious: true });
  const [edited, setEdited] = useState<PublishedNotice | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  const [remembered, setRemembered] = useState<PublishedNotice | null>(null);
  const [isAlarming, setIsAlarming] = useState(false);
  const [cleared, setCleared] = useState<PublishedNotice | null>(null);
  const mayOpen = useMayOpen();
  /** A dialog keeps its notice when the row leaves the list; otherwise it has the row's latest version. */
  const latest = (notice: PublishedNotice | null) =>
    answer.data?.data.find(({ id }) => id === notice?.id) ?? notice;
  const write = (notice: PublishedNotice | null) => {
    setEdited(notice);
    setIsWriting(true);
  };
  const publish = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} onClick={() => write(null)}>
      Publish a notice
    </Button>
  );
  return (
    <>
      <PageHeading
        lead={notices.screens.manage.lead}
        actions={
          <>
            {mayOpen('notices.emergency') && (
              <Button
                variant="default"
                leftSection={<Siren size={18} aria-hidden="true" />}
                onClick={() => setIsAlarming(true)}
              >
                Publish an emergency
              </Button>
            )}
            {publish}
          </>
        }
      >
        {notices.screens.manage.title}
      </PageHeading>
      <ListToolbar>
        <CompactSelect
          label="Status"
          value={list.filters.state}
          onChange={(value) => list.setFilter('state', value)}
          options={states}
        />
      </ListToolbar>
      <ListView
        list={list}
        answer={answer}
        noun={['notice', 'notices']}
        emptyText="Publish one when many people should know the same thing."
      >
        {(rows) => (
          <NoticesTable rows={rows} onEdit={write} onHistory={setRemembered} onAllClear={setCleared} />
        )}
      </ListView>
      <NoticeDialog open={isWriting} onClose={() => setIsWriting(false)} notice={latest(edited)} />
      <EmergencyDialog open={isAlarming} onClose={() => setIsAlarming(false)} />
      <AllClearDialog open={cleared !== null} onClose={() => setCleared(null)} notice={latest(cleared)} />
      <HistoryDialog open={remembered !== null} onClose={() => setRemembered(null)} notice={remembered} />
    </>
  );
}
