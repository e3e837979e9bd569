import { useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import type { SearchQuestion } from '../contract.ts';
import { searchReport } from '../tool.ts';
import { QuestionForm } from './question-form.tsx';
import { ReportsList } from './reports-list.tsx';
import { SavedQuestions } from './saved-questions.tsx';

/** Asks who signed in during one time and not during another. */
export function Screen() {
  const { title, lead } = searchReport.screens.reports;
  const [used, setUsed] = useState<{ question: SearchQuestion; round: number } | null>(null);
  const use = (question: SearchQuestion) => {
    setUsed({ question, round: (used?.round ?? 0) + 1 });
    scrollTo(0, 0);
  };
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <div data-no-print>
        <Panel>
          <QuestionForm key={used?.round} initial={used?.question} />
        </Panel>
      </div>
      <SavedQuestions onUse={use} />
      <ReportsList />
    </>
  );
}
