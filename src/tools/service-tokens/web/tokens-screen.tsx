import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { listTokens, readTokenChoices } from '../contract.ts';
import { serviceTokens } from '../tool.ts';
import { TokensTable } from './tokens-table.tsx';

const NewTokenDialog = lazyDialog(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog);

/** Tokens of programs: what each may do, when it was last used, and how to end it. */
export function Screen() {
  const list = useListAddress(listTokens);
  const tokens = useCall(listTokens, { query: list.query }, { keepPrevious: true });
  const choices = useCall(readTokenChoices, {});
  const [isAdding, setIsAdding] = useState(false);
  const addButton = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
      Create token
    </Button>
  );
  return (
    <>
      <PageHeading lead={serviceTokens.screens.tokens.lead} actions={addButton}>
        {serviceTokens.screens.tokens.title}
      </PageHeading>
      <ListView
        list={list}
        answer={tokens}
        noun={['token', 'tokens']}
        emptyText="Create one when a script or another system needs the portal."
      >
        {(rows) => <TokensTable tokens={rows} permissions={choices.data?.data.permissions ?? []} />}
      </ListView>
      <NewTokenDialog open={isAdding} onClose={() => setIsAdding(false)} choices={choices} />
    </>
  );
}
