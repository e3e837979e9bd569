import { MailX } from 'lucide-react';
import { sizeInWords } from '../../../platform/ui/file-size.ts';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type Email, readOutgoingMail } from '../contract.ts';
import { outgoingMail } from '../tool.ts';
import styles from './email.module.css';
import { Recipients } from './recipients.tsx';
import { WithLinks } from './with-links.tsx';

/** One email as its recipient reads it. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readOutgoingMail, { params: { id } });
  const { data, error } = answer;
  const { title } = outgoingMail.screens.email;
  if (data !== undefined) return <EmailPage email={data.data} />;
  if (error?.status === 404 || error?.status === 400) {
    return (
      <PageNotice title="There is no such email" icon={<MailX />}>
        <p>Emails are removed after 7 days.</p>
        <AppLink to={outgoingMail.screens.list.path}>See the others</AppLink>
      </PageNotice>
    );
  }
  return (
    <>
      <PageHeading>{title}</PageHeading>
      {error === null ? (
        <PageSkeleton />
      ) : (
        <ErrorPanel
          error={error}
          title="The email could not be loaded"
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
    </>
  );
}

function EmailPage({ email: { subject, from, to, at, text, attachments } }: { email: Email }) {
  return (
    <div className={styles.page}>
      <PageHeading>{subject}</PageHeading>
      <dl className={styles.facts}>
        <dt>From</dt>
        <dd>
          <Recipients to={[from]} />
        </dd>
        <dt>To</dt>
        <dd>
          <Recipients to={to} />
        </dd>
        <dt>Sent</dt>
        <dd>
          <CampusTime value={at} />
        </dd>
        {attachments.length > 0 && (
          <>
            <dt>Attachments</dt>
            <dd>{attachments.map(({ name, bytes }) => `${name} (${sizeInWords(bytes)})`).join(', ')}</dd>
          </>
        )}
      </dl>
      <Panel>
        <p className={styles.text}>
          <WithLinks>{text}</WithLinks>
        </p>
      </Panel>
    </div>
  );
}
