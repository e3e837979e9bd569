import { Button } from '@mantine/core';
import { FileX, Printer } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useTitle } from '../../../platform/web/routes/title.ts';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { PageText } from '../../../platform/web/texts/page-text.tsx';
import { readArticle } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import styles from './articles.module.css';

const { articles, article, submit } = helpDesk.screens;

/** One help article as its file says it. */
export function Screen({ params: { name } }: ScreenProps<'name'>) {
  const answer = useCall(readArticle, { params: { name } });
  const text = answer.data?.data;
  const { error } = answer;
  useTitle(text?.title ?? article.title);
  if (error?.status === 404 || error?.status === 400) {
    return (
      <PageNotice title="There is no such article" icon={<FileX />}>
        <p>It was renamed or removed.</p>
        <AppLink to={articles.path}>See all help articles</AppLink>
      </PageNotice>
    );
  }
  if (text !== undefined) {
    return (
      <>
        <PageText text={text} />
        <p className={styles.foot} data-no-print>
          <span>
            Still need help? <AppLink to={submit.path}>Submit a ticket</AppLink>
          </span>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Printer size={16} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </p>
      </>
    );
  }
  return (
    <>
      <PageHeading>{article.title}</PageHeading>
      {error === null ? (
        <PageSkeleton />
      ) : (
        <ErrorPanel
          error={error}
          title="The article could not be loaded"
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
    </>
  );
}
