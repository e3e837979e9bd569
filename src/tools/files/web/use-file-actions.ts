import { shownName } from '../../../platform/ui/file-name.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { type PublishedFile, undoDays } from '../contract/shapes.ts';
import {
  deleteFile,
  extendFile,
  listFiles,
  listMyFiles,
  readFileDetails,
  restoreFile,
  restoreFileVersion,
  withdrawFile,
} from '../contract.ts';
import { files } from '../tool.ts';

const invalidates = [listFiles, listMyFiles, readFileDetails];

type Act = (file: PublishedFile) => Promise<boolean>;
const pathOf = ({ _id }: PublishedFile) => files.screens.file.path.replace(':id', _id);

export function useDeleteFile(): Act {
  const remove = useAction(deleteFile, { invalidates });
  return (file) => {
    const name = shownName(file.originalFilename);
    return remove.run(
      { params: { id: file._id } },
      {
        confirm: {
          title: `Delete ${name}?`,
          text: `No one can download it anymore, and its link stops working. You can undo this for ${undoDays} days.`,
          action: 'Delete',
          danger: true,
        },
        done: {
          title: `Deleted ${name}`,
          link: { to: pathOf(file), title: 'Undo on its page' },
          seconds: 10,
        },
        failed: `${name} was not deleted`,
      },
    );
  };
}

export function useWithdrawFile(): Act {
  const withdraw = useAction(withdrawFile, { invalidates });
  return (file) => {
    const name = shownName(file.originalFilename);
    return withdraw.run(
      { params: { id: file._id } },
      {
        confirm: {
          title: `Withdraw ${name}?`,
          text: 'No one can download it until you publish it again. It keeps its place and its versions.',
          action: 'Withdraw',
        },
        done: `Withdrew ${name}`,
        failed: `${name} was not withdrawn`,
      },
    );
  };
}

export function useRestoreFile(): Act {
  const restore = useAction(restoreFile, { invalidates });
  return (file) => {
    const name = shownName(file.originalFilename);
    return restore.run(
      { params: { id: file._id }, body: { version: file.version } },
      {
        done: ({ data: { state } }) => `${name} is ${state} again`,
        // A colleague may have pressed it a moment ago.
        failed: ({ reason }) =>
          reason === 'stale-version'
            ? 'Nothing was changed'
            : `${name} was not ${file.state === 'deleted' ? 'restored' : 'published'}`,
      },
    );
  };
}

export function useExtendFile(): Act {
  const extend = useAction(extendFile, { invalidates });
  return (file) => {
    const name = shownName(file.originalFilename);
    return extend.run(
      { params: { id: file._id } },
      { done: `Extended ${name}`, failed: `${name} was not extended` },
    );
  };
}

export function useRestoreVersion(): (file: PublishedFile, number: number) => Promise<boolean> {
  const restore = useAction(restoreFileVersion, { invalidates });
  return (file, number) =>
    restore.run(
      { params: { id: file._id, number } },
      {
        confirm: {
          title: `Restore version ${number}?`,
          text: 'People then download this version. The newer ones stay in the list.',
          action: 'Restore',
        },
        done: `Version ${number} is the current one`,
        failed: `Version ${number} was not restored`,
      },
    );
}
