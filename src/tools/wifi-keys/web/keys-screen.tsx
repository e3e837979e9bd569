import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { keyStates, listWifiKeys } from '../contract.ts';
import { wifiKeys } from '../tool.ts';
import { KeysTable } from './keys-table.tsx';

const FirstKeyDialog = lazyDialog(async () => (await import('./first-key-dialog.tsx')).FirstKeyDialog);

const states = [
  { value: '', label: 'All keys' },
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
] as const;

/** Who has keys, for IT: never the keys. */
export function Screen() {
  const list = useListAddress(listWifiKeys);
  const { state: _written, ...query } = list.query;
  const state = keyStates.find((one) => one === list.filters.state);
  const asked = state === undefined ? query : { ...query, state };
  const keys = useCall(listWifiKeys, { query: asked }, { keepPrevious: true });
  const [isMaking, setIsMaking] = useState(false);
  const { title, lead } = wifiKeys.screens.manage;
  return (
    <>
      <PageHeading
        lead={lead}
        actions={
          <Button leftSection={<KeyRound size={16} aria-hidden="true" />} onClick={() => setIsMaking(true)}>
            Create a key for someone
          </Button>
        }
      >
        {title}
      </PageHeading>
      <ListToolbar>
        <SearchField
          label="Search people and guests"
          value={list.filters.search}
          onSearch={(text) => list.setFilter('search', text)}
        />
        <CompactSelect
          label="Status"
          value={state ?? ''}
          options={states}
          onChange={(chosen) => list.setFilter('state', chosen)}
        />
      </ListToolbar>
      <ListView
        list={list}
        answer={keys}
        noun={['key', 'keys']}
        emptyText="Keys appear here when people open their Wi-Fi page."
      >
        {(rows) => <KeysTable keys={rows} />}
      </ListView>
      <FirstKeyDialog open={isMaking} onClose={() => setIsMaking(false)} />
    </>
  );
}
