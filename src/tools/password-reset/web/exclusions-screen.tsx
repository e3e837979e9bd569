import { Button } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type Exclusion, listExclusions } from '../contract.ts';
import { passwordReset } from '../tool.ts';
import { NewExclusionForm } from './new-exclusion-form.tsx';
import { useDeleteExclusions } from './use-delete-exclusions.ts';

/** Accounts whose passwords can't currently be reset. */
export function Screen() {
  const list = useListAddress(listExclusions);
  const exclusions = useCall(listExclusions, { query: list.query }, { keepPrevious: true });
  const [isAdding, setIsAdding] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const remove = useDeleteExclusions(() => setChosen(new Set()));
  const { title, lead } = passwordReset.screens.exclusions;
  const shown = exclusions.data?.data ?? [];
  // Only what is on the page: no one should delete what they don't see.
  const marked = shown.filter(({ _id }) => chosen.has(_id));
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
      Add Exclusion
    </Button>
  );
  const columns: Column<Exclusion>[] = [
    {
      title: 'Account',
      cell: ({ principalEmail, reason }) => (
        <Stacked>
          <EmailText>{principalEmail}</EmailText>
          {reason !== '' && <Soft>{reason}</Soft>}
        </Stacked>
      ),
    },
    {
      title: 'Select',
      width: 'fit',
      cell: ({ _id, principalEmail }) => (
        <input
          type="checkbox"
          aria-label={`Select ${principalEmail}`}
          checked={chosen.has(_id)}
          onChange={(event) => choose(_id, event.currentTarget.checked)}
        />
      ),
    },
    { title: 'Status', width: 'fit', cell: ({ isOver }) => <State isOver={isOver} /> },
    { title: 'Expires', width: 'fit', cell: ({ expiresAt }) => <CampusTime value={expiresAt} /> },
    {
      title: 'Added',
      width: 'fit',
      cell: ({ createdAt, createdBy }) => (
        <Stacked>
          <CampusTime value={createdAt} style="date" />
          <Soft>by {createdBy}</Soft>
        </Stacked>
      ),
    },
  ];
  return (
    <>
      <PageHeading lead={lead} actions={add}>
        {title}
      </PageHeading>
      <ListToolbar>
        <Button
          variant="default"
          leftSection={<Trash2 size={16} aria-hidden="true" />}
          disabled={marked.length === 0}
          onClick={() => void remove(marked)}
        >
          Delete Selected
        </Button>
      </ListToolbar>
      <ListView
        list={list}
        answer={exclusions}
        noun={['exclusion', 'exclusions']}
        emptyText="Add one when someone's identity may have been stolen, or during an investigation."
      >
        {(rows) => (
          <DataTable
            caption="Exclusions, newest first"
            columns={columns}
            rows={rows}
            keyOf={({ _id }) => _id}
          />
        )}
      </ListView>
      <FormDialog open={isAdding} onClose={() => setIsAdding(false)} title="Add Exclusion">
        {(cancel) => <NewExclusionForm onDone={() => setIsAdding(false)} onCancel={cancel} />}
      </FormDialog>
    </>
  );
}

function State({ isOver }: { isOver: boolean }) {
  return isOver ? <Tag>Expired</Tag> : <Tag tone="warning">Excluded</Tag>;
}
