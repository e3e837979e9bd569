import { useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { sayNotOpened } from '../../../platform/web/feedback/say-not-opened.ts';
import { lazyPart } from '../../../platform/web/lazy/lazy-part.tsx';
import { readPcardForm } from '../contract.ts';
import { pcard } from '../tool.ts';
import { PcardTabs } from './pcard-tabs.tsx';
import styles from './process.module.css';
import { ProcessForm } from './process-form.tsx';
import { SampleFiles } from './sample-files.tsx';
import type { Shown } from './use-process.ts';

const PreviewPanel = lazyPart(async () => (await import('./preview-panel.tsx')).PreviewPanel, {
  onFailure: sayNotOpened,
});

/** The bank's file, the journal's number, and what it would become. */
export function Screen() {
  const answer = useCall(readPcardForm, {});
  const [shown, setShown] = useState<Shown | null>(null);
  const form = answer.data?.data;
  const { title, lead } = pcard.screens.process;
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <PcardTabs />
      {form === undefined && <Pending answer={answer} what="the profiles" />}
      {form !== undefined && (
        <div className={styles.page}>
          {form.samples.length > 0 && <SampleFiles samples={form.samples} />}
          <Panel>
            {form.profiles.length === 0 ? (
              <p className={styles.soft}>
                No profile is set up yet. IT writes it in <code>campus/tools/pcard.yaml</code>.
              </p>
            ) : (
              <ProcessForm form={form} onPreview={setShown} />
            )}
          </Panel>
          {shown !== null && (
            <PreviewPanel key={shown.at} preview={shown.preview} readLines={shown.readLines} />
          )}
        </div>
      )}
    </>
  );
}
