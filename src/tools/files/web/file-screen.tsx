import { FileX } from 'lucide-react';
import { FileName } from '../../../platform/ui/file-name.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { Sections } from '../../../platform/ui/sections.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { isGone } from '../../../platform/web/feedback/is-gone.ts';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { readFileDetails } from '../contract.ts';
import { files } from '../tool.ts';
import { FileActions } from './file-actions.tsx';
import { FileFacts } from './file-facts.tsx';
import { FileRecords } from './file-records.tsx';
import { FileVersions } from './file-versions.tsx';

/** One file: who may have it, its versions, downloads, and history. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readFileDetails, { params: { id } });
  const file = answer.data?.data;
  if (file === undefined || isGone(answer)) {
    return (
      <PagePending
        answer={answer}
        heading="File"
        what="the file"
        missing={
          <PageNotice title="File not found" icon={<FileX />}>
            <p>
              It was removed, or the address is wrong.{' '}
              <AppLink to={files.screens.manage.path}>{files.screens.manage.title}</AppLink>
            </p>
          </PageNotice>
        }
      />
    );
  }
  return (
    <>
      <PageHeading lead={file.audience}>
        <FileName>{file.originalFilename}</FileName>
      </PageHeading>
      <Sections>
        <FileActions file={file} />
        <FileFacts file={file} />
        <FileVersions file={file} />
        <FileRecords file={file} />
      </Sections>
    </>
  );
}
