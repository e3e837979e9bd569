import { Button } from '@mantine/core';
import { BookOpenText, SearchX } from 'lucide-react';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useTextAddress } from '../../../platform/web/list/use-text-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { listArticles } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import styles from './articles.module.css';
import { articlePath } from './links.ts';

const { articles, submit } = helpDesk.screens;

/** All help articles, or those that match what is searched for. */
export function Screen() {
  const [words, setWords] = useTextAddress('words');
  const answer = useCall(listArticles, { query: words === '' ? {} : { words } }, { keepPrevious: true });
  const known = answer.data?.data;
  // That nothing was found refers to earlier words.
  const found = known?.length === 0 && answer.isPlaceholderData ? undefined : known;
  return (
    <>
      <PageHeading lead={articles.lead}>{articles.title}</PageHeading>
      <ListToolbar>
        <SearchField label="Search the articles" value={words} onSearch={setWords} />
      </ListToolbar>
      <Panel flush>
        {found === undefined && <Pending answer={answer} what="the articles" rows={6} />}
        {found !== undefined && found.length > 0 && (
          <ul className={styles.list} aria-label="Help articles" aria-busy={answer.isPlaceholderData}>
            {found.map(({ name, title }) => (
              <li key={name}>
                <AppLink to={articlePath(name)}>{title}</AppLink>
              </li>
            ))}
          </ul>
        )}
        {found?.length === 0 && (
          <EmptyState
            icon={words === '' ? <BookOpenText size={26} /> : <SearchX size={26} />}
            title={words === '' ? 'There are no articles yet' : 'No article found'}
            actions={
              words !== '' && (
                <Button variant="default" onClick={() => setWords('')}>
                  Show all articles
                </Button>
              )
            }
          >
            <AppLink to={submit.path}>Submit a ticket</AppLink>, and IT will help you.
          </EmptyState>
        )}
      </Panel>
      <p className="quad-heard" role="status">
        {found !== undefined && (found.length === 1 ? '1 article' : `${found.length} articles`)}
      </p>
    </>
  );
}
