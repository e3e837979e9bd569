import { Button } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../platform/contract/counted.ts';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type FactsImport, type FactsState, listFactsImports, readFactsState } from '../contract.ts';
import { passwordReset } from '../tool.ts';
import styles from './facts.module.css';

const ImportDialog = lazyDialog(async () => (await import('./import-dialog.tsx')).ImportDialog);

const figure = (number: number) => number.toLocaleString('en-US');

const columns: readonly Column<FactsImport>[] = [
  {
    title: 'Imported',
    cell: ({ importedAt, importedBy }) => (
      <Stacked>
        <CampusTime value={importedAt} />
        <Soft>by {importedBy}</Soft>
      </Stacked>
    ),
  },
  { title: 'People', width: 'fit', align: 'end', cell: ({ people }) => figure(people) },
  { title: 'Added', width: 'fit', align: 'end', cell: ({ added }) => figure(added) },
  { title: 'Changed', width: 'fit', align: 'end', cell: ({ changed }) => figure(changed) },
  { title: 'Removed', width: 'fit', align: 'end', cell: ({ removed }) => figure(removed) },
];

/** What the portal has to recognize people by: numbers and dates of imports, never a fact. */
export function Screen() {
  const list = useListAddress(listFactsImports);
  const imports = useCall(listFactsImports, { query: list.query }, { keepPrevious: true });
  const state = useCall(readFactsState, {});
  const [isImporting, setIsImporting] = useState(false);
  const { title, lead } = passwordReset.screens.facts;
  const button = (
    <Button leftSection={<Upload size={16} aria-hidden="true" />} onClick={() => setIsImporting(true)}>
      Import CSV
    </Button>
  );
  return (
    <>
      <PageHeading lead={lead} actions={button}>
        {title}
      </PageHeading>
      {state.data && <State of={state.data.data} />}
      <h2 className={styles.heading}>Imports</h2>
      <ListView
        list={list}
        answer={imports}
        noun={['import', 'imports']}
        emptyText="Import a file from the student system to begin. You'll see what would change before anything does."
      >
        {(rows) => (
          <DataTable caption="Imports, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListView>
      <ImportDialog open={isImporting} onClose={() => setIsImporting(false)} />
    </>
  );
}

function State({ of: { isOn, isStale, people, incomplete, importedAt } }: { of: FactsState }) {
  return (
    <>
      {!isOn && (
        <ProblemAlert>
          <span>The password reset is off, because no directory is set up that accepts passwords.</span>
        </ProblemAlert>
      )}
      {isOn && importedAt === null && (
        <ProblemAlert>
          <span>
            Until you import a file, people can't reset their password with the form: there is nothing to
            recognize them by.
          </span>
        </ProblemAlert>
      )}
      {isStale && (
        <ProblemAlert>
          <span>
            The server's secret has changed since this import, so no one can match these facts. Import them
            again.
          </span>
        </ProblemAlert>
      )}
      {people > 0 && (
        <p className={styles.figures}>
          {counted(people, 'person is', 'people are')} on record.{' '}
          {incomplete > 0 &&
            `${figure(incomplete)} of them can't use the form: a phone number or a personal email is missing.`}
        </p>
      )}
    </>
  );
}
