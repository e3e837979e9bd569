import { Button } from '@mantine/core';
import { Plus, TicketCheck } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { type Guest, listGuests } from '../contract.ts';
import { wifiKeys } from '../tool.ts';
import { GuestsTable } from './guests-table.tsx';

const NewGuestDialog = lazyDialog(async () => (await import('./new-guest-dialog.tsx')).NewGuestDialog);
const GuestKeyDialog = lazyDialog(async () => (await import('./guest-key-dialog.tsx')).GuestKeyDialog);

/** A person's guests: give a key, show it, end it. */
export function Screen() {
  const guests = useCall(listGuests, {});
  const [isAdding, setIsAdding] = useState(false);
  const [shown, setShown] = useState<Guest | null>(null);
  const { title, lead } = wifiKeys.screens.guests;
  const addButton = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
      Add a guest
    </Button>
  );
  const rows = guests.data?.data;
  return (
    <>
      <PageHeading lead={lead} actions={addButton}>
        {title}
      </PageHeading>
      {rows === undefined ? (
        <Panel>
          <Pending answer={guests} what="your guests" rows={3} />
        </Panel>
      ) : rows.length === 0 ? (
        <Panel>
          <EmptyState icon={<TicketCheck size={26} />} title="You have no guests">
            A guest gets a key of their own by email, for 1 to 14 days. You can end it at any time.
          </EmptyState>
        </Panel>
      ) : (
        <Panel flush>
          <GuestsTable guests={rows} onShow={setShown} />
        </Panel>
      )}
      <NewGuestDialog open={isAdding} onClose={() => setIsAdding(false)} />
      <GuestKeyDialog open={shown !== null} onClose={() => setShown(null)} guest={shown} />
    </>
  );
}
