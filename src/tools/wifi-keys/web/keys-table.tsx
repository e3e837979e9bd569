import { Ban, RefreshCw, Undo2 } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { KeyEntry } from '../contract.ts';
import { useKeyActions } from './use-key-actions.ts';

const columns: Column<KeyEntry>[] = [
  { title: 'Person', cell: (key) => <Person person={key.person} /> },
  { title: 'For', cell: (key) => <What of={key} /> },
  { title: 'Status', width: 'fit', cell: (key) => <State of={key} /> },
  { title: 'Created', width: 'fit', cell: ({ createdAt }) => <CampusTime value={createdAt} style="date" /> },
  {
    title: 'Works until',
    width: 'fit',
    cell: ({ expiresAt }) => <CampusTime value={expiresAt} style="date" />,
  },
  { title: 'Actions', width: 'fit', unlabeled: true, cell: (key) => <Actions of={key} /> },
];

export function KeysTable({ keys }: { keys: readonly KeyEntry[] }) {
  return (
    <DataTable caption="Wi-Fi keys, newest first" columns={columns} rows={keys} keyOf={({ id }) => id} />
  );
}

function Person({ person: { name, email } }: Pick<KeyEntry, 'person'>) {
  return (
    <Stacked>
      <span>{name}</span>
      <Soft>
        <EmailText>{email}</EmailText>
      </Soft>
    </Stacked>
  );
}

const what = { own: 'Themselves', device: 'A device', guest: 'A guest' };

function What({ of: { kind, label, guestEmail } }: { of: KeyEntry }) {
  return (
    <Stacked>
      <span>{kind === 'own' ? what.own : label}</span>
      {kind !== 'own' && (
        <Soft>
          {what[kind]}
          {guestEmail !== null && (
            <>
              , <EmailText>{guestEmail}</EmailText>
            </>
          )}
        </Soft>
      )}
    </Stacked>
  );
}

const why = { left: 'Left the college.', blocked: 'Account is blocked.' };

function State({ of: { state, revokedBy, revokedWhy } }: { of: KeyEntry }) {
  if (state === 'active') return <Tag tone="good">Active</Tag>;
  if (state === 'expired') return <Tag>Expired</Tag>;
  const reason = revokedWhy === 'left' || revokedWhy === 'blocked' ? why[revokedWhy] : `By ${revokedBy}.`;
  return (
    <Stacked>
      <span>
        <Tag tone="bad">Revoked</Tag>
      </span>
      <Soft>{reason}</Soft>
    </Stacked>
  );
}

/** One for each row: what is under way belongs to one key only. */
function Actions({ of }: { of: KeyEntry }) {
  const { which, replace, revoke, allow } = useKeyActions(of);
  return (
    <RowActions>
      {of.can.replace && (
        <IconButton label={`Replace ${which}`} onClick={() => void replace()}>
          <RefreshCw size={17} aria-hidden="true" />
        </IconButton>
      )}
      {of.can.revoke && (
        <IconButton label={`Revoke ${which}`} tone="danger" onClick={() => void revoke()}>
          <Ban size={17} aria-hidden="true" />
        </IconButton>
      )}
      {of.can.allow && (
        <IconButton label={`Allow ${of.person.name} a new key`} onClick={() => void allow()}>
          <Undo2 size={17} aria-hidden="true" />
        </IconButton>
      )}
    </RowActions>
  );
}
