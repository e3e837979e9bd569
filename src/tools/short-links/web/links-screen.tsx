import { Button } from '@mantine/core';
import { Download, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { useAddressAction } from '../../../platform/web/routes/use-address-action.ts';
import {
  exportLinks,
  type Link,
  linkOrders,
  linkStates,
  listLinks,
  readCheckedHosts,
  readLink,
} from '../contract.ts';
import { shortLinks } from '../tool.ts';
import { orderOptions, titleOf } from './link-orders.ts';
import styles from './links-screen.module.css';
import { LinksTable } from './links-table.tsx';
import { useManagesAll } from './owner-groups-field.tsx';
import { useDeleteLink } from './use-delete-link.ts';

const LinkDialog = lazyDialog(async () => (await import('./link-dialog.tsx')).LinkDialog);
const LinkSheet = lazyDialog(async () => (await import('./link-sheet.tsx')).LinkSheet);
const ImportDialog = lazyDialog(async () => (await import('./import-dialog.tsx')).ImportDialog);

const stateOptions = [
  { value: '', label: 'All links' },
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
];
/** Offered if the college has targets checked. */
const brokenOption = { value: 'broken', label: 'Broken target' };

/** What is open next to the list; one thing at a time. */
type Open = { what: 'add' | 'import' } | { what: 'edit' | 'details'; link: Link } | null;

/** The short links that the person manages: find, add, change, delete, import, export. */
export function Screen() {
  const list = useListAddress(listLinks);
  const state = linkStates.find((one) => one === list.filters.state);
  const sort = linkOrders.find((one) => one === list.filters.sort);
  const links = useCall(listLinks, { query: { ...list.query, state, sort } }, { keepPrevious: true });
  const managesAll = useManagesAll();
  const checkedHosts = useCall(readCheckedHosts, {}).data?.data ?? [];
  const states =
    checkedHosts.length > 0 || state === 'broken' ? [...stateOptions, brokenOption] : stateOptions;
  const [open, setOpen] = useState<Open>(null);
  useAddressAction('add', () => setOpen({ what: 'add' }));
  const close = () => setOpen(null);
  const rows = links.data?.data ?? [];
  const opened = open && 'link' in open ? open.link : null;
  const row = rows.find(({ _id }) => _id === opened?._id);
  // A change can take the opened link off this page of the list, or out of its filter.
  const alone = useCall(
    readLink,
    { params: { id: opened?._id ?? '' } },
    { enabled: opened !== null && row === undefined },
  );
  const chosen = row ?? alone.data?.data ?? opened;

  const deleteLink = useDeleteLink();

  const filterWords = [
    ...(list.filters.search === '' ? [] : [`Search: ${list.filters.search}`]),
    ...states.filter(({ value }) => value !== '' && value === state).map(({ label }) => label),
    ...(sort === undefined ? [] : [titleOf(sort)]),
  ];
  const addButton = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} onClick={() => setOpen({ what: 'add' })}>
      Add URL
    </Button>
  );
  return (
    <>
      <PageHeading lead={shortLinks.screens.list.lead} actions={addButton}>
        {shortLinks.screens.list.title}
      </PageHeading>
      <ListToolbar
        actions={
          <>
            {managesAll && (
              <Button
                variant="default"
                leftSection={<Upload size={16} aria-hidden="true" />}
                onClick={() => setOpen({ what: 'import' })}
              >
                Import
              </Button>
            )}
            <DownloadButton
              variant="default"
              leftSection={<Download size={16} aria-hidden="true" />}
              contract={exportLinks}
              request={{ query: { search: list.filters.search, state } }}
            >
              Export
            </DownloadButton>
          </>
        }
      >
        <SearchField
          label="Search short and long URLs"
          value={list.filters.search}
          onSearch={(text) => list.setFilter('search', text)}
        />
        <CompactSelect
          label="Which links"
          value={list.filters.state}
          onChange={(chosen) => list.setFilter('state', chosen)}
          options={states}
        />
        <span className={styles.order}>
          <CompactSelect
            label="Order"
            value={list.filters.sort}
            onChange={(order) => list.setFilter('sort', order)}
            options={orderOptions}
          />
        </span>
      </ListToolbar>
      <ListView
        list={list}
        answer={links}
        noun={['link', 'links']}
        emptyText={managesAll ? 'Add the first one, or import many from a CSV file.' : 'Add the first one.'}
        filterWords={filterWords}
      >
        {(shown) => (
          <LinksTable
            links={shown}
            onDetails={(link) => setOpen({ what: 'details', link })}
            onEdit={(link) => setOpen({ what: 'edit', link })}
            onDelete={(link) => void deleteLink(link)}
            order={list.filters.sort}
            onOrder={(order) => list.setFilter('sort', order)}
          />
        )}
      </ListView>
      <LinkDialog
        open={open?.what === 'add' || open?.what === 'edit'}
        link={open?.what === 'edit' ? chosen : null}
        onClose={close}
        onAdded={list.clearFilters}
      />
      <ImportDialog open={open?.what === 'import'} onClose={close} onImported={list.clearFilters} />
      <LinkSheet
        open={open?.what === 'details'}
        onClose={close}
        link={chosen}
        onEdit={() => chosen && setOpen({ what: 'edit', link: chosen })}
      />
    </>
  );
}
