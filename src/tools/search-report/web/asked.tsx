import { Button } from '@mantine/core';
import { useState } from 'react';
import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { asksBefore } from '../contract/kept-since.ts';
import { countSignIns, listReports, readSearchForm, type SearchQuestion, startReport } from '../contract.ts';
import styles from './reports.module.css';
import { sayKeptSince, sayPeople, sayQuestion } from './sentence.ts';

/** What is asked, how many accounts it finds, and a report in the background. */
export function Asked({ question }: { question: SearchQuestion }) {
  const count = useWrite(countSignIns, { invalidates: [] });
  const start = useAction(startReport, { invalidates: [listReports] });
  const keptSince = useCall(readSearchForm, {}).data?.data.keptSince ?? null;
  const [said, setSaid] = useState('');
  const run = async () => {
    try {
      setSaid(sayPeople((await count.send({ body: question })).data.people));
    } catch (error) {
      setSaid(asApiError(error).detail);
    }
  };
  const startIt = () =>
    start.run(
      { body: question },
      {
        done: { title: 'Report started', text: 'You get an email when it is ready.' },
        failed: 'The report was not started',
      },
    );
  return (
    <div className={styles.asked}>
      <p>{sayQuestion(question)}</p>
      {asksBefore(keptSince, question) && <p>{sayKeptSince(keptSince)}</p>}
      <div className={styles.count}>
        <Button variant="default" size="compact-md" loading={count.isPending} onClick={() => void run()}>
          Count
        </Button>
        <Button variant="default" size="compact-md" loading={start.isPending} onClick={() => void startIt()}>
          Start as a report
        </Button>
        <strong role="status">{said}</strong>
      </div>
    </div>
  );
}
