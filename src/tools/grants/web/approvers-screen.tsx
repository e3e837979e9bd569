import { Button } from '@mantine/core';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import type { Approver } from '../contract/shapes.ts';
import { listApprovers } from '../contract.ts';
import { grants } from '../tool.ts';
import { useRemoveApprover } from './use-remove-approver.ts';

const AddApproverDialog = lazyDialog(
  async () => (await import('./add-approver-dialog.tsx')).AddApproverDialog,
);

/** Who votes on applications. */
export function Screen() {
  const answer = useCall(listApprovers, {});
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
      Add Approver
    </Button>
  );
  return (
    <>
      <PageHeading lead={grants.screens.approvers.lead} actions={add}>
        {grants.screens.approvers.title}
      </PageHeading>
      <Panel flush>
        {answer.data === undefined && <Pending answer={answer} what="the approvers" rows={3} />}
        {answer.data !== undefined && <Approvers approvers={answer.data.data} />}
      </Panel>
      <AddApproverDialog open={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

function Approvers({ approvers }: { approvers: readonly Approver[] }) {
  const { remove, reading } = useRemoveApprover();
  if (approvers.length === 0) {
    return (
      <EmptyState icon={<Users size={26} />} title="No Data Available">
        Without an approver, no application can be approved.
      </EmptyState>
    );
  }
  const columns: Column<Approver>[] = [
    { title: 'Full name', cell: ({ fullName }) => fullName },
    { title: 'Email', cell: ({ email }) => <EmailText>{email}</EmailText> },
    { title: 'Required', width: 'fit', cell: ({ required }) => (required ? 'Yes' : 'No') },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (approver) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Delete ${approver.fullName}`}
          loading={reading === approver._id}
          onClick={() => void remove(approver)}
        >
          Delete
        </Button>
      ),
    },
  ];
  return <DataTable caption="Approvers" columns={columns} rows={approvers} keyOf={({ _id }) => _id} />;
}
