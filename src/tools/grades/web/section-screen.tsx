import { Download, FileX } from 'lucide-react';
import { useLocation } from 'wouter';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { isGone } from '../../../platform/web/feedback/is-gone.ts';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { exportGrades, readGrades, type SectionGrades } from '../contract.ts';
import { grades } from '../tool.ts';
import { sectionPath } from './links.ts';
import { QuizList } from './quiz-list.tsx';

/** The grades of one section, quiz by quiz. */
export function Screen({
  params: { gradeFileId, sectionLabel },
}: ScreenProps<'gradeFileId' | 'sectionLabel'>) {
  const answer = useCall(readGrades, { params: { id: gradeFileId }, query: { section: sectionLabel } });
  const section = answer.data?.data;
  if (section === undefined || isGone(answer)) {
    return (
      <PagePending
        answer={answer}
        heading={sectionLabel}
        what="the grades"
        missing={
          <PageNotice title="Grades not found" icon={<FileX />}>
            <p>
              The section was removed, the address is wrong, or the file is someone else's.{' '}
              <AppLink to={grades.screens.files.path}>{grades.screens.files.title}</AppLink>
            </p>
          </PageNotice>
        }
      />
    );
  }
  const { term, year, owner, isOwn } = section;
  return (
    <>
      <PageHeading
        lead={`${term} ${year}${isOwn ? '' : `, uploaded by ${owner}`}`}
        actions={<Actions section={section} />}
      >
        {section.section}
      </PageHeading>
      <QuizList key={section.section} quizzes={section.quizzes} />
    </>
  );
}

function Actions({ section: { id, section, sections } }: { section: SectionGrades }) {
  const [, navigate] = useLocation();
  const request = { params: { id }, query: { section } } as const;
  const icon = <Download size={17} aria-hidden="true" />;
  return (
    <Buttons>
      {sections.length > 1 && (
        <CompactSelect
          label="Section"
          value={section}
          onChange={(label) => navigate(sectionPath(id, label))}
          options={sections.map(({ label }) => ({ value: label, label }))}
        />
      )}
      <DownloadButton
        contract={exportGrades}
        request={{ ...request, query: { section, format: 'canvas' } }}
        variant="default"
        leftSection={icon}
      >
        Export for Canvas
      </DownloadButton>
      <DownloadButton contract={exportGrades} request={request} variant="default" leftSection={icon}>
        Export CSV
      </DownloadButton>
    </Buttons>
  );
}
