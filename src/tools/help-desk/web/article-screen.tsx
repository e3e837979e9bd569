import { FileX } from 'lucide-react';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { PrintButton } from '../../../platform/ui/print-button.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useTitle } from '../../../platform/web/routes/title.ts';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { PageText } from '../../../platform/web/texts/page-text.tsx';
import { readArticle } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import styles from './articles.module.css';

const { articles, article, submit } = helpDesk.screens;

/** One help article, as in its file. */
export function Screen({ params: { name } }: ScreenProps<'name'>) {
  const answer = useCall(readArticle, { params: { name } });
  const text = answer.data?.data;
  useTitle(text?.title ?? article.title);
  if (text !== undefined) {
    return (
      <>
        <PageText text={text} />
        <p className={styles.foot} data-no-print>
          <span>
            Still need help? <AppLink to={submit.path}>Submit a ticket</AppLink>
          </span>
          <PrintButton variant="subtle" size="compact-sm" />
        </p>
      </>
    );
  }
  return (
    <PagePending
      answer={answer}
      heading={article.title}
      what="the article"
      missing={
        <PageNotice title="Article not found" icon={<FileX />}>
          <p>It was renamed or removed.</p>
          <AppLink to={articles.path}>See all help articles</AppLink>
        </PageNotice>
      }
    />
  );
}
