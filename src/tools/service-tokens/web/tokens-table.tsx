import { Ban } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Token, TokenChoices } from '../contract.ts';
import { LastDay } from './last-day.tsx';
import styles from './tokens-table.module.css';
import { useRevokeToken } from './use-revoke-token.ts';

interface TokensTableProps {
  tokens: readonly Token[];
  permissions: TokenChoices['permissions'];
}

export function TokensTable({ tokens, permissions }: TokensTableProps) {
  const columns: Column<Token>[] = [
    { title: 'Name', cell: (token) => <Name token={token} /> },
    { title: 'Permissions', cell: (token) => <May token={token} permissions={permissions} /> },
    {
      title: 'Allowed addresses',
      cell: ({ addresses }) => (addresses.length === 0 ? <Soft>Anywhere</Soft> : <Lines lines={addresses} />),
    },
    { title: 'Last used', width: 'fit', cell: (token) => <LastUse token={token} /> },
    {
      title: 'Last day',
      width: 'fit',
      cell: (token) => <LastDay token={token} />,
    },
    { title: 'Actions', width: 'fit', unlabeled: true, cell: (token) => <Revoke token={token} /> },
  ];
  return (
    <DataTable
      caption="Service tokens, newest first"
      columns={columns}
      rows={tokens}
      keyOf={({ id }) => id}
    />
  );
}

function Name({ token }: { token: Token }) {
  const { name, state, hint, createdBy, revokedBy } = token;
  return (
    <Stacked>
      <span className={styles.name}>
        {name}
        {state === 'expired' && <Tag>Expired</Tag>}
        {state === 'revoked' && <Tag tone="bad">Revoked</Tag>}
      </span>
      <Soft>
        Ends in <code>{hint}</code>.{' '}
        {revokedBy === null ? `Created by ${createdBy}.` : `Revoked by ${revokedBy}.`}
      </Soft>
    </Stacked>
  );
}

function May({ token, permissions }: { token: Token; permissions: TokenChoices['permissions'] }) {
  const sentences = token.permissions.map(
    (name) => permissions.find(({ permission }) => permission === name)?.about ?? name,
  );
  return (
    <Stacked>
      <Lines lines={sentences} />
      {token.files !== null && <Soft>{sayFiles(token.files)}</Soft>}
    </Stacked>
  );
}

/** Where its files may be, and whom they may be for. */
function sayFiles({ pathPrefix, groups, everyone }: NonNullable<Token['files']>): string {
  const whom = [...groups, ...(everyone ? ['everyone who is signed in'] : [])];
  return `Files below ${pathPrefix} for ${new Intl.ListFormat('en-US').format(whom)}`;
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <Stacked>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Stacked>
  );
}

function LastUse({ token: { lastUsedAt, lastUsedFrom } }: { token: Token }) {
  if (lastUsedAt === null) return <Soft>Never</Soft>;
  return (
    <Stacked>
      <CampusTime value={lastUsedAt} />
      <Soft>from {lastUsedFrom}</Soft>
    </Stacked>
  );
}

/** One for each row: a pending write belongs to one token only. */
function Revoke({ token }: { token: Token }) {
  const revoke = useRevokeToken(token);
  if (!token.can.revoke) return null;
  return (
    <RowActions>
      <IconButton label={`Revoke ${token.name}`} tone="danger" onClick={() => void revoke()}>
        <Ban size={17} aria-hidden="true" />
      </IconButton>
    </RowActions>
  );
}
