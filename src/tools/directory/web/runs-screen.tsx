import { Button } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../platform/contract/counted.ts';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { listRuns, readDirectoryState } from '../contract.ts';
import { directory } from '../tool.ts';
import styles from './runs-screen.module.css';
import { RunsTable } from './runs-table.tsx';
import { WaitingRun } from './waiting-run.tsx';

const UploadDialog = lazyDialog(async () => (await import('./upload-dialog.tsx')).UploadDialog);

/** What the portal knows about the college's people, and how that came about. */
export function Screen() {
  const list = useListAddress(listRuns);
  const runs = useCall(listRuns, { query: list.query }, { keepPrevious: true });
  const state = useCall(readDirectoryState, {});
  const [isUploading, setIsUploading] = useState(false);
  const known = state.data?.data;
  const uploadButton = (
    <Button leftSection={<Upload size={16} aria-hidden="true" />} onClick={() => setIsUploading(true)}>
      Import CSV
    </Button>
  );
  return (
    <>
      <PageHeading lead={directory.screens.runs.lead} actions={uploadButton}>
        {directory.screens.runs.title}
      </PageHeading>
      {known !== undefined && (
        <p className={styles.figures}>
          {counted(known.employees, 'employee')} and {counted(known.students, 'student')}.{' '}
          {known.appliedAt === null ? (
            'Nothing has been added yet.'
          ) : (
            <>
              Last changed <CampusTime value={known.appliedAt} />.
            </>
          )}{' '}
          {known.hasFile && 'The scheduled file is read each hour if it has changed. '}
          {known.servers.length > 0 &&
            `The directory ${known.servers.length === 1 ? 'server is' : `servers (${known.servers.join(', ')}) are`} read each hour, and when Quad starts with new settings.`}
        </p>
      )}
      {known?.waiting && <WaitingRun key={known.waiting.id} run={known.waiting} />}
      {state.error && !state.error.isSignedOut && known === undefined && (
        // Without it, no one would see that something is waiting.
        <Panel>
          <ErrorPanel
            error={state.error}
            title="The state of the directory could not be loaded"
            onRetry={() => void state.refetch()}
            retrying={state.isFetching}
          />
        </Panel>
      )}
      <h2 className={styles.heading}>History</h2>
      <ListView
        list={list}
        answer={runs}
        noun={['import', 'imports']}
        emptyText={
          known?.hasFile || (known?.servers.length ?? 0) > 0
            ? 'The first reading will be listed here.'
            : "Upload a CSV file to begin. You'll see who would be added before anything changes."
        }
      >
        {(rows) => <RunsTable runs={rows} />}
      </ListView>
      <UploadDialog open={isUploading} onClose={() => setIsUploading(false)} />
    </>
  );
}
