import { Ban, QrCode } from 'lucide-react';
import { DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { endGuest, type Guest, listGuests } from '../contract.ts';
import { stopsWorking } from './stops-working.ts';

interface GuestsTableProps {
  guests: readonly Guest[];
  onShow: (guest: Guest) => void;
}

export function GuestsTable({ guests, onShow }: GuestsTableProps) {
  return (
    <DataTable
      caption="Your guests, active first"
      rows={guests}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Guest', cell: ({ name }) => name },
        { title: 'Email', cell: ({ email }) => <EmailText>{email}</EmailText> },
        { title: 'Status', width: 'fit', cell: ({ state }) => <State state={state} /> },
        {
          title: 'Works until',
          width: 'fit',
          cell: ({ expiresAt }) => <CampusTime value={expiresAt} style="date" />,
        },
        {
          title: 'Actions',
          width: 'fit',
          unlabeled: true,
          cell: (guest) => <Actions guest={guest} onShow={() => onShow(guest)} />,
        },
      ]}
    />
  );
}

function State({ state }: Pick<Guest, 'state'>) {
  if (state === 'active') return <Tag tone="good">Active</Tag>;
  return <Tag>{state === 'expired' ? 'Expired' : 'Ended'}</Tag>;
}

/** One for each row: what is under way belongs to one guest only. */
function Actions({ guest: { id, name, can }, onShow }: { guest: Guest; onShow: () => void }) {
  const ending = useAction(endGuest, { invalidates: [listGuests] });
  const end = () =>
    ending.run(
      { params: { id } },
      {
        confirm: {
          title: `End the key of ${name}?`,
          text: `${stopsWorking()} This can't be undone, but you can add the guest again.`,
          action: 'End key',
          danger: true,
        },
        done: `The key of ${name} is ended`,
        failed: 'The key was not ended',
      },
    );
  if (!can.end) return null;
  return (
    <RowActions>
      <IconButton label={`Show the key of ${name}`} onClick={onShow}>
        <QrCode size={17} aria-hidden="true" />
      </IconButton>
      <IconButton label={`End the key of ${name}`} tone="danger" onClick={() => void end()}>
        <Ban size={17} aria-hidden="true" />
      </IconButton>
    </RowActions>
  );
}
