import { useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { type Attempt, listAttempts } from '../contract.ts';
import { passwordReset } from '../tool.ts';
import { AttemptsTable } from './attempts-table.tsx';

const PayloadDialog = lazyDialog(async () => (await import('./payload-dialog.tsx')).PayloadDialog);

/** Who tried to reset a password. What was typed is shown one attempt at a time, and each look is on record. */
export function Screen() {
  const list = useListAddress(listAttempts);
  const attempts = useCall(listAttempts, { query: list.query }, { keepPrevious: true });
  const [shown, setShown] = useState<Attempt | null>(null);
  const { title, lead } = passwordReset.screens.attempts;
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <ListToolbar>
        <SearchField
          label="Principal email"
          value={list.filters.PrincipalEmail}
          onSearch={(text) => list.setFilter('PrincipalEmail', text)}
        />
        <SearchField
          label="IP address"
          value={list.filters.IpAddress}
          onSearch={(text) => list.setFilter('IpAddress', text)}
        />
      </ListToolbar>
      <ListView
        list={list}
        answer={attempts}
        noun={['attempt', 'attempts']}
        emptyText="Attempts appear here when people try to reset their password."
      >
        {(rows) => <AttemptsTable attempts={rows} onShow={setShown} />}
      </ListView>
      <PayloadDialog open={shown !== null} attempt={shown} onClose={() => setShown(null)} />
    </>
  );
}
