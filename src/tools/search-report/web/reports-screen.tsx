import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { searchReport } from '../tool.ts';
import { QuestionForm } from './question-form.tsx';

/** Asks who signed in during one time and not during another. */
export function Screen() {
  const { title, lead } = searchReport.screens.reports;
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <Panel>
        <QuestionForm />
      </Panel>
    </>
  );
}
