import type { ReactNode } from 'react';
import type { Manner } from '../client/request.ts';
import { beginUpload } from './begin-upload.ts';
import { checkFiles } from './check-files.ts';
import { UploadProgress } from './upload-progress.tsx';

/** What only a form with files needs. It loads once such a form is drawn (`use-entry-form.ts`). */
export const sendingFiles = {
  check: checkFiles,
  /** @param show Draws the progress. */
  begin: (show: (progress: ReactNode) => void): Pick<Manner, 'signal' | 'sendWith'> =>
    beginUpload((uploading) => show(<UploadProgress uploading={uploading} />)),
};
