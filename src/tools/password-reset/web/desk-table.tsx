import { Button } from '@mantine/core';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { DeskReset } from '../contract.ts';
import { deskStates, idKindWords } from './desk-words.ts';

interface DeskTableProps {
  resets: readonly DeskReset[];
  onConfirm: (reset: DeskReset) => void;
  onDecline: (reset: DeskReset) => void;
  onShowAgain: (reset: DeskReset) => void;
}

export function DeskTable({ resets, onConfirm, onDecline, onShowAgain }: DeskTableProps) {
  const columns: Column<DeskReset>[] = [
    {
      title: 'Person',
      cell: ({ name, principalEmail, idKind }) => (
        <Stacked>
          <span>{name}</span>
          <Soft>
            <EmailText>{principalEmail}</EmailText>
          </Soft>
          <Soft>{idKindWords[idKind]}</Soft>
        </Stacked>
      ),
    },
    {
      title: 'Status',
      width: 'fit',
      cell: ({ state }) => <Tag tone={deskStates[state].tone}>{deskStates[state].word}</Tag>,
    },
    {
      title: 'Started',
      width: 'fit',
      cell: ({ startedAt, startedBy }) => <Act at={startedAt} by={startedBy} />,
    },
    {
      title: 'Confirmed',
      width: 'fit',
      cell: ({ confirmedAt, confirmedBy }) =>
        confirmedAt === null ? '–' : <Act at={confirmedAt} by={confirmedBy ?? ''} />,
    },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (reset) => (
        <Buttons>
          {reset.can.confirm && (
            <Button
              size="compact-sm"
              aria-label={`Confirm ${reset.principalEmail}`}
              onClick={() => onConfirm(reset)}
            >
              Confirm
            </Button>
          )}
          {reset.can.decline && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Decline ${reset.principalEmail}`}
              onClick={() => onDecline(reset)}
            >
              Decline
            </Button>
          )}
          {reset.can.showAgain && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Show the code for ${reset.principalEmail} again`}
              onClick={() => onShowAgain(reset)}
            >
              Show code again
            </Button>
          )}
        </Buttons>
      ),
    },
  ];
  return (
    <DataTable
      caption="Who IT vouched for at the desk, newest first"
      columns={columns}
      rows={resets}
      keyOf={({ id }) => id}
    />
  );
}

function Act({ at, by }: { at: string; by: string }) {
  return (
    <Stacked>
      <CampusTime value={at} />
      <Soft>by {by}</Soft>
    </Stacked>
  );
}
