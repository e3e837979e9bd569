import { Button } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import type { ListState } from '../../../platform/web/list/use-list-address.ts';
import { type DeclaredPermission, type Holder, listHolders } from '../contract.ts';
import styles from './people-table.module.css';
import { Groups } from './people-table.tsx';

interface HoldersProps {
  permission: DeclaredPermission;
  list: ListState<'permission'>;
}

/** Who has one permission, by which of its groups. */
export function Holders({ permission, list }: HoldersProps) {
  const holders = useCall(listHolders, { query: list.query }, { keepPrevious: true });
  const { tool, about, groups, besides, owner } = permission;
  return (
    <section className={styles.holders} aria-label={about}>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<ArrowLeft size={16} aria-hidden="true" />}
        onClick={list.clearFilters}
      >
        All permissions
      </Button>
      <Panel>
        <Facts wide>
          <Fact term="Permission">{about}</Fact>
          <Fact term="Tool">{tool}</Fact>
          {(groups.length > 0 || besides === null) && (
            <Fact term="Groups">
              <Groups groups={groups} />
            </Fact>
          )}
          {besides !== null && (
            <Fact term={groups.length === 0 ? 'Given by' : 'Not from access.yaml'}>{besides}</Fact>
          )}
          {groups.length > 0 && (
            <Fact term="Owner">
              {owner === null ? (
                'Help desk'
              ) : (
                <>
                  {owner.name} (<EmailText>{owner.address}</EmailText>)
                </>
              )}
            </Fact>
          )}
        </Facts>
      </Panel>
      {groups.length > 0 && (
        <p className={styles.caveat}>
          These are the people that the portal knows about: those who have signed in, with the groups last
          reported for them, and those whose access groups come from the directory. Others in these groups
          appear after they first sign in.
        </p>
      )}
      <ListView
        list={list}
        answer={holders}
        noun={['person', 'people']}
        filterWords={[about]}
        emptyText={groups.length > 0 ? 'No one in these groups has signed in.' : 'No one has it now.'}
      >
        {(rows) => <HoldersTable holders={rows} hasGroups={groups.length > 0} />}
      </ListView>
    </section>
  );
}

const columns: readonly Column<Holder>[] = [
  {
    title: 'Name',
    cell: ({ name, blocked, hasSignedIn }) => (
      <span className={styles.name}>
        {name}
        {blocked && <Tag tone="bad">Blocked</Tag>}
        {!hasSignedIn && <Tag tone="neutral">Never signed in</Tag>}
      </span>
    ),
  },
  {
    title: 'Email',
    cell: ({ email }) => (
      <span className={styles.email}>
        <EmailText>{email}</EmailText>
      </span>
    ),
  },
];

const groupsColumn: Column<Holder> = { title: 'Through', cell: ({ groups }) => <Groups groups={groups} /> };

function HoldersTable({ holders, hasGroups }: { holders: readonly Holder[]; hasGroups: boolean }) {
  return (
    <DataTable
      caption="People with this permission, by name"
      columns={hasGroups ? [...columns, groupsColumn] : columns}
      rows={holders}
      keyOf={({ id }) => id}
    />
  );
}
