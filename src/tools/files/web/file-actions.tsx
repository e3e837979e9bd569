import { Button } from '@mantine/core';
import { CalendarPlus, Download, EyeOff, Pencil, Trash2, Undo2, Upload } from 'lucide-react';
import { useState } from 'react';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { StateNotice } from '../../../platform/ui/state-notice.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { PublishedFile } from '../contract/shapes.ts';
import { downloadAddress } from './link-to.ts';
import { useDeleteFile, useExtendFile, useRestoreFile, useWithdrawFile } from './use-file-actions.ts';

const EditDialog = lazyDialog(async () => (await import('./edit-dialog.tsx')).EditDialog);
const VersionDialog = lazyDialog(async () => (await import('./version-dialog.tsx')).VersionDialog);
const EraseDialog = lazyDialog(async () => (await import('./erase-dialog.tsx')).EraseDialog);

/** What the viewer may do to a file, as the row says. */
export function FileActions({ file }: { file: PublishedFile }) {
  const [open, setOpen] = useState<'edit' | 'version' | 'erase' | null>(null);
  const close = () => setOpen(null);
  const withdraw = useWithdrawFile();
  const remove = useDeleteFile();
  const extend = useExtendFile();
  const { can } = file;
  return (
    <>
      <WhatHappened file={file} />
      <Buttons>
        {can.download && (
          <Button
            leftSection={<Download size={17} aria-hidden="true" />}
            renderRoot={(props) => <a href={downloadAddress(file._id)} {...props} />}
          >
            Download
          </Button>
        )}
        {can.change && (
          <Button
            variant="default"
            leftSection={<Upload size={17} aria-hidden="true" />}
            onClick={() => setOpen('version')}
          >
            Add a new version
          </Button>
        )}
        {can.change && (
          <Button
            variant="default"
            leftSection={<Pencil size={17} aria-hidden="true" />}
            onClick={() => setOpen('edit')}
          >
            Edit
          </Button>
        )}
        {can.extend && (
          <Button
            variant="default"
            leftSection={<CalendarPlus size={17} aria-hidden="true" />}
            onClick={() => void extend(file)}
          >
            Extend
          </Button>
        )}
        {can.withdraw && (
          <Button
            variant="default"
            leftSection={<EyeOff size={17} aria-hidden="true" />}
            onClick={() => void withdraw(file)}
          >
            Withdraw
          </Button>
        )}
        {can.delete && (
          <Button
            variant="default"
            leftSection={<Trash2 size={17} aria-hidden="true" />}
            onClick={() => void remove(file)}
          >
            Delete
          </Button>
        )}
        {can.erase && (
          <Button variant="subtle" onClick={() => setOpen('erase')}>
            Delete for good
          </Button>
        )}
      </Buttons>
      <EditDialog open={open === 'edit'} onClose={close} file={file} />
      <VersionDialog open={open === 'version'} onClose={close} file={file} />
      <EraseDialog open={open === 'erase'} onClose={close} file={file} />
    </>
  );
}

const whatHappened = { withdrawn: 'Withdrawn', deleted: 'Deleted', retired: 'Retired' };

/** Why no one can download it, until when that can be undone, and how. */
function WhatHappened({ file }: { file: PublishedFile }) {
  const restore = useRestoreFile();
  if (file.state === 'published' || file.endedAt === null) return null;
  return (
    <StateNotice
      actions={
        file.can.restore && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<Undo2 size={16} aria-hidden="true" />}
            onClick={() => void restore(file)}
          >
            {file.state === 'withdrawn' ? 'Publish again' : 'Undo'}
          </Button>
        )
      }
    >
      <strong>{whatHappened[file.state]}</strong> by {file.endedBy} on <CampusTime value={file.endedAt} />. No
      one can download it.
      {file.goneAt !== null && (
        <>
          {' '}
          It is removed for good on <CampusTime value={file.goneAt} style="date" />.
        </>
      )}
    </StateNotice>
  );
}
