import { Button } from '@mantine/core';
import { useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { PublishedFile } from '../contract/shapes.ts';
import { files } from '../tool.ts';
import { UploadForm } from './upload-form.tsx';
import { Uploaded } from './uploaded.tsx';

/** Publishes one file after the other. */
export function Screen() {
  const [done, setDone] = useState<PublishedFile | null>(null);
  const [round, setRound] = useState(0);
  const next = (file: PublishedFile) => {
    showToast({
      title: file.currentVersion === 1 ? 'File published' : `Version ${file.currentVersion} published`,
      link: { to: files.screens.file.path.replace(':id', file._id), title: 'View the file' },
    });
    setDone(file);
    setRound(round + 1);
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  return (
    <>
      <PageHeading
        lead={files.screens.upload.lead}
        actions={
          <Button
            variant="default"
            renderRoot={(props) => <AppLink to={files.screens.manage.path} {...props} />}
          >
            {files.screens.manage.title}
          </Button>
        }
      >
        {files.screens.upload.title}
      </PageHeading>
      {done && <Uploaded file={done} />}
      <Panel>
        <UploadForm key={round} onDone={next} />
      </Panel>
    </>
  );
}
