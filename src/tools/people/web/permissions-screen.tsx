import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { type DeclaredPermission, listHolders, listPermissions } from '../contract.ts';
import { people } from '../tool.ts';
import { Holders } from './holders.tsx';
import styles from './people-table.module.css';
import { Groups } from './people-table.tsx';
import { PeopleTabs } from './people-tabs.tsx';

/** Who may do what: every permission with its groups, and the people who have the chosen one. */
export function Screen() {
  const list = useListAddress(listHolders);
  const known = useCall(listPermissions, {});
  const { lead, title } = people.screens.holders;
  const chosen = known.data?.data.find(({ permission }) => permission === list.filters.permission);
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <PeopleTabs />
      {chosen && <Holders permission={chosen} list={list} />}
      {known.data && !chosen && (
        <Panel flush>
          <Permissions
            permissions={known.data.data}
            onOpen={(permission) => list.setFilter('permission', permission)}
          />
        </Panel>
      )}
      {!known.data && <Pending answer={known} what="the permissions" rows={8} />}
    </>
  );
}

interface PermissionsProps {
  permissions: readonly DeclaredPermission[];
  onOpen: (permission: string) => void;
}

function Permissions({ permissions, onOpen }: PermissionsProps) {
  const columns: Column<DeclaredPermission>[] = [
    {
      title: 'Permission',
      cell: ({ permission, about }) => (
        <button type="button" className={styles.open} data-prints onClick={() => onOpen(permission)}>
          {about}
        </button>
      ),
    },
    { title: 'Tool', width: 'fit', cell: ({ tool }) => tool },
    {
      title: 'Groups',
      cell: ({ groups, besides }) =>
        groups.length === 0 && besides !== null ? `Single people, by ${besides}` : <Groups groups={groups} />,
    },
    {
      title: 'Owner',
      cell: ({ owner, groups }) =>
        owner?.name ?? <span className={styles.none}>{groups.length > 0 ? 'Help desk' : 'None'}</span>,
    },
  ];
  return (
    <DataTable
      caption="Permissions with the groups that have them"
      columns={columns}
      rows={permissions}
      keyOf={({ permission }) => permission}
    />
  );
}
