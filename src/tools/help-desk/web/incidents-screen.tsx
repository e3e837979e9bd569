import { Button } from '@mantine/core';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Incident } from '../contract/incident-shapes.ts';
import { listAllIncidents } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { DeskTabs } from './desk-tabs.tsx';

const IncidentDialog = lazyDialog(async () => (await import('./incident-dialog.tsx')).IncidentDialog);

/** Known issues, for the desk: post, update, solve. */
export function Screen() {
  const list = useListAddress(listAllIncidents);
  const incidents = useCall(listAllIncidents, { query: list.query }, { keepPrevious: true });
  const [asked, setAsked] = useState<Incident | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const current = incidents.data?.data.find(({ id }) => id === asked?.id) ?? asked;
  const open = (incident: Incident | null) => {
    setAsked(incident);
    setIsOpen(true);
  };
  const columns: Column<Incident>[] = [
    {
      title: 'Issue',
      cell: ({ title, text }) => (
        <Stacked>
          <strong>{title}</strong>
          <Soft>{text}</Soft>
        </Stacked>
      ),
    },
    {
      title: 'Status',
      width: 'fit',
      cell: ({ state }) => (
        <Tag tone={state === 'open' ? 'warning' : 'good'}>{state === 'open' ? 'Open' : 'Solved'}</Tag>
      ),
    },
    { title: 'People', width: 'fit', align: 'end', cell: ({ affected }) => affected.toLocaleString('en-US') },
    { title: 'Updated', width: 'fit', cell: ({ updatedAt }) => <CampusTime value={updatedAt} /> },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (incident) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Pencil size={15} aria-hidden="true" />}
          aria-label={`Update ${incident.title}`}
          onClick={() => open(incident)}
        >
          Update
        </Button>
      ),
    },
  ];
  const post = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} onClick={() => open(null)}>
      Post a known issue
    </Button>
  );
  return (
    <>
      <PageHeading lead={helpDesk.screens.incidents.lead} actions={post}>
        {helpDesk.screens.incidents.title}
      </PageHeading>
      <DeskTabs />
      <ListView
        list={list}
        answer={incidents}
        noun={['known issue', 'known issues']}
        emptyText="Post one when many people will ask about the same thing."
      >
        {(rows) => (
          <DataTable
            caption="Known issues, newest first"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ListView>
      <IncidentDialog open={isOpen} onClose={() => setIsOpen(false)} incident={current} />
    </>
  );
}
