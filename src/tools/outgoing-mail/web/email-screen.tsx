import { MailX } from 'lucide-react';
import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import { sizeInWords } from '../../../platform/ui/file-size.ts';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Sections } from '../../../platform/ui/sections.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
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
  const { email, list } = outgoingMail.screens;
  if (answer.data !== undefined) return <EmailPage email={answer.data.data} />;
  return (
    <PagePending
      answer={answer}
      heading={email.title}
      what="the email"
      missing={
        <PageNotice title="Email not found" icon={<MailX />}>
          <p>Emails are removed after 7 days.</p>
          <AppLink to={list.path}>See the others</AppLink>
        </PageNotice>
      }
    />
  );
}

function EmailPage({ email: { subject, from, to, at, text, attachments } }: { email: Email }) {
  return (
    <Sections narrow>
      <PageHeading>{subject}</PageHeading>
      <Facts>
        <Fact term="From">
          <Recipients to={[from]} />
        </Fact>
        <Fact term="To">
          <Recipients to={to} />
        </Fact>
        <Fact term="Sent">
          <CampusTime value={at} />
        </Fact>
        {attachments.length > 0 && (
          <Fact term="Attachments">
            {attachments.map(({ name, bytes }) => `${name} (${sizeInWords(bytes)})`).join(', ')}
          </Fact>
        )}
      </Facts>
      <Panel>
        <p className={styles.text}>
          <WithLinks>{text}</WithLinks>
        </p>
      </Panel>
    </Sections>
  );
}
