import { useLocation } from 'wouter';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import type { GradeFile } from '../contract.ts';
import { grades } from '../tool.ts';
import { UploadForm } from './upload-form.tsx';

/** Uploads a table of grades, after showing what it would change. */
export function Screen() {
  const [, navigate] = useLocation();
  const finish = ({ term, year }: GradeFile) => {
    showToast({
      title: `Grades of ${term} ${year} saved`,
      text: 'You can undo this upload from its history.',
    });
    navigate(grades.screens.files.path);
  };
  return (
    <>
      <PageHeading>{grades.screens.upload.title}</PageHeading>
      <Panel>
        <UploadForm onDone={finish} />
      </Panel>
    </>
  );
}
