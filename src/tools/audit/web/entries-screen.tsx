import { Download } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { type Entry, exportAuditEntries, listAuditEntries } from '../contract.ts';
import { audit } from '../tool.ts';
import styles from './audit.module.css';
import { EntriesTable } from './entries-table.tsx';
import { EntryDetails } from './entry-details.tsx';
import { EntryFilters } from './entry-filters.tsx';
import { actionWords } from './words.ts';

/** As in the contract, which does not come with the screen. */
const mostListed = 10_000;

/** Who changed what, and who saw whose data: find entries, open one, download them. */
export function Screen() {
  const list = useListAddress(listAuditEntries);
  const entries = useCall(listAuditEntries, { query: list.query }, { keepPrevious: true });
  const [opened, setOpened] = useState<Entry | null>(null);
  const { title, lead } = audit.screens.entries;
  const isCut = entries.data?.meta.total === mostListed;
  return (
    <>
      <PageHeading
        lead={lead}
        actions={
          <DownloadButton
            variant="default"
            leftSection={<Download size={16} aria-hidden="true" />}
            contract={exportAuditEntries}
            request={{ query: list.filters }}
          >
            Export CSV
          </DownloadButton>
        }
      >
        {title}
      </PageHeading>
      <EntryFilters list={list} />
      {isCut && (
        <p className={styles.note} role="status">
          Only the newest {mostListed.toLocaleString('en-US')} entries are listed. Narrow the list, or
          download all of them.
        </p>
      )}
      <ListView list={list} answer={entries} noun={['entry', 'entries']}>
        {(rows) => <EntriesTable entries={rows} onOpen={setOpened} />}
      </ListView>
      <Dialog
        shape="sheet"
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened === null ? '' : actionWords(opened.action)}
      >
        {opened && <EntryDetails key={opened.id} id={opened.id} />}
      </Dialog>
    </>
  );
}
