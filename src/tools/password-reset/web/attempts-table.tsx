import { Button } from '@mantine/core';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { reasonWords } from '../contract/reason-words.ts';
import type { Attempt } from '../contract.ts';
import styles from './facts.module.css';

const outcomes = {
  unknown: { tone: 'warning', word: 'Not finished' },
  refused: { tone: 'neutral', word: 'No match' },
  matched: { tone: 'good', word: 'Match' },
  sent: { tone: 'good', word: 'Link sent' },
  'not-sent': { tone: 'warning', word: 'Match, no link sent' },
} as const;

interface AttemptsTableProps {
  attempts: readonly Attempt[];
  onShow: (attempt: Attempt) => void;
}

export function AttemptsTable({ attempts, onShow }: AttemptsTableProps) {
  const columns: Column<Attempt>[] = [
    {
      title: 'Email',
      cell: ({ PrincipalEmail, outcome, reasons }) => (
        <Stacked>
          <EmailText>{PrincipalEmail}</EmailText>
          <span>
            <Tag tone={outcomes[outcome].tone}>{outcomes[outcome].word}</Tag>
          </span>
          {reasons.map((reason) => (
            <Soft key={reason}>{reasonWords[reason]}</Soft>
          ))}
        </Stacked>
      ),
    },
    { title: 'IP', width: 'fit', cell: ({ IpAddress }) => IpAddress },
    { title: 'Timestamp', width: 'fit', cell: ({ Timestamp }) => <CampusTime value={Timestamp} /> },
    { title: 'User agent', cell: ({ UserAgent }) => <Long text={UserAgent} /> },
    { title: 'Referrer', cell: ({ Referrer }) => <Long text={Referrer} /> },
    {
      title: 'Payload',
      width: 'fit',
      cell: (attempt) =>
        attempt.Payload === '' ? (
          <Soft>Removed</Soft>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Reveal what was typed for ${attempt.PrincipalEmail}`}
            onClick={() => onShow(attempt)}
          >
            Reveal
          </Button>
        ),
    },
  ];
  return (
    <DataTable
      caption="Attempts to reset a password, newest first"
      columns={columns}
      rows={attempts}
      keyOf={({ _id }) => _id}
    />
  );
}

function Long({ text }: { text: string }) {
  return (
    <span className={styles.long}>
      <Soft>{text === '' ? '–' : text}</Soft>
    </span>
  );
}
