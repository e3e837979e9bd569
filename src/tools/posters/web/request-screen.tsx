import { useState } from 'react';
import { DoneNotice } from '../../../platform/ui/done-notice.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { PosterRow } from '../contract/shapes.ts';
import { readPosterForm } from '../contract.ts';
import { posters } from '../tool.ts';
import { posterPath } from './links.ts';
import styles from './posters.module.css';
import { RequestForm } from './request-form.tsx';

const { request } = posters.screens;

/** Sends a poster to the mail room; once it is sent, the form is empty again. */
export function Screen() {
  const options = useCall(readPosterForm, {});
  const [done, setDone] = useState<PosterRow | null>(null);
  const [round, setRound] = useState(0);
  const next = (poster: PosterRow) => {
    showToast({ title: `Poster #${poster.number} sent` });
    setDone(poster);
    setRound(round + 1);
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  const { data } = options;
  return (
    <>
      <PageHeading lead={request.lead}>{request.title}</PageHeading>
      {done !== null && <Received poster={done} />}
      <Instructions />
      {data === undefined && <Pending answer={options} what="the form" />}
      {data !== undefined && (
        <Panel>
          <RequestForm key={round} options={data.data} onDone={next} />
        </Panel>
      )}
    </>
  );
}

function Instructions() {
  return (
    <ol className={styles.steps} aria-label="Instructions">
      <li>Set the page of your document to the size of the poster before you design it.</li>
      <li>
        Export or save it as a PDF. “Print to PDF” often shrinks it to 8.5 x 11 inches, which can't be printed
        as a poster.
      </li>
      <li>Choose the PDF below, and check that the preview looks right.</li>
    </ol>
  );
}

function Received({ poster: { id, number } }: { poster: PosterRow }) {
  return (
    <DoneNotice
      label="Sent"
      title="Your poster request has been received. Please keep on your email inbox for email correspondence."
    >
      <AppLink to={posterPath(id)}>Follow poster #{number}</AppLink>
    </DoneNotice>
  );
}
