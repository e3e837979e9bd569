import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { counted } from '../../contract/counted.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { joinParts } from '../../ui/join-parts.ts';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { formatTime } from '../../ui/zoned-time.ts';
import type { ApiError } from '../client/api-error.ts';
import { clockAhead } from '../client/server-clock.ts';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import { ProblemAlert } from '../feedback/problem-alert.tsx';
import { pageData } from '../session/page-data.ts';
import styles from './list-view.module.css';
import type { ListState } from './use-list-address.ts';

/** The envelope of a paged list, as its reply shape types it. */
interface PageOf<Row> {
  data: Row[];
  meta: {
    pages: number;
    total?: number | undefined;
    page?: number | undefined;
    pageSize?: number | undefined;
  };
}

interface ListViewProps<Row, Filter extends string> {
  list: ListState<Filter>;
  answer: UseQueryResult<PageOf<Row>, ApiError>;
  /** Singular and plural of what is listed: `['link', 'links']`. */
  noun: readonly [one: string, many: string];
  /** What to do when there is nothing at all yet. The button for it is where it always is, in the heading of the page. */
  emptyText?: ReactNode;
  /** The filters that are set, for the printed page: `Building: Simplot`. */
  filterWords?: readonly string[];
  children: (rows: Row[]) => ReactNode;
}

/** The rows of a paged list in every state, with the total and the pagination bar below. */
export function ListView<Row, Filter extends string>(props: ListViewProps<Row, Filter>) {
  const { list, answer, noun, children } = props;
  const many = noun[1];
  const { data, error, isPending, isPlaceholderData, isFetching, dataUpdatedAt } = answer;
  const retry = () => void answer.refetch();
  const top = useRef<HTMLElement>(null);
  // Another page is read from its first row, by eye, keyboard, and screen reader alike.
  const turnTo = (page: number) => {
    list.setPage(page);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };

  useLastPage(props);

  // An ended session has its own message (platform/web/session); the list waits for it.
  const failure = error?.isSignedOut ? null : error;
  if (!data) {
    return (
      <Panel flush>
        {failure && !isPending ? (
          <ErrorPanel
            error={failure}
            title={`The ${many} could not be loaded`}
            onRetry={retry}
            retrying={isFetching}
            remedy={list.isFiltered && <ShowAll list={list} noun={noun} />}
          />
        ) : (
          <SkeletonRows rows={Math.min(list.pageSize, 8)} label={`Loading ${many}`} />
        )}
      </Panel>
    );
  }

  const { pages, total = data.data.length } = data.meta;
  return (
    <section
      ref={top}
      className={styles.list}
      tabIndex={-1}
      aria-label={`${capital(many)}, page ${list.page.toLocaleString('en-US')}`}
    >
      <PrintedNote at={dataUpdatedAt} filters={props.filterWords ?? wordsOf(list.filters)} />
      {failure && <NotRefreshed noun={many} detail={failure.detail} onRetry={retry} retrying={isFetching} />}
      <Panel flush>
        <div
          className={styles.rows}
          data-stale={isPlaceholderData || undefined}
          aria-busy={isPlaceholderData}
        >
          {data.data.length > 0 ? (
            children(data.data)
          ) : isPlaceholderData ? (
            // That nothing was there is about other filters, or about another page.
            <SkeletonRows rows={Math.min(list.pageSize, 8)} label={`Loading ${many}`} />
          ) : pages > 0 ? (
            <PastTheEnd page={list.page} pages={pages} onPage={turnTo} />
          ) : (
            <NothingThere {...props} />
          )}
        </div>
      </Panel>
      <div className={styles.foot}>
        <p className={pages > 0 ? styles.total : 'quad-heard'} role="status">
          {data.data.length === 0
            ? counted(total, ...noun)
            : rangeOf({ ...list, ...data.meta }, data.data.length, total, noun)}
        </p>
        {pages > 1 && (
          <PaginationBar page={list.page} pages={pages} onPage={turnTo} label={`Pages of ${many}`} />
        )}
      </div>
    </section>
  );
}

/** Once the last row of the last page is gone, such as because it was deleted, the page before it is the last one. */
function useLastPage<Row, Filter extends string>({ list, answer }: ListViewProps<Row, Filter>): void {
  const { data, isPlaceholderData } = answer;
  const pageWithRows = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (data === undefined || isPlaceholderData) return;
    if (data.data.length > 0) pageWithRows.current = list.page;
    else if (pageWithRows.current === list.page && data.meta.pages > 0) list.setPage(data.meta.pages);
  }, [data, isPlaceholderData, list]);
}

interface NotRefreshedProps {
  noun: string;
  detail: string;
  onRetry: () => void;
  retrying: boolean;
}

/** The rows below are from a while ago. */
function NotRefreshed({ noun, detail, onRetry, retrying }: NotRefreshedProps) {
  return (
    <ProblemAlert
      actions={
        <Button size="compact-sm" variant="default" loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      These {noun} may have changed since they were loaded. {detail}
    </ProblemAlert>
  );
}

function NothingThere<Row, Filter extends string>(props: ListViewProps<Row, Filter>) {
  const { list, noun, emptyText } = props;
  if (list.isFiltered) {
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        title="No Data Available"
        actions={<ShowAll list={list} noun={noun} />}
      >
        {whatWasSought(list.filters, noun)}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Inbox size={26} />} title="No Data Available">
      {emptyText ?? `There are no ${noun[1]} yet.`}
    </EmptyState>
  );
}

function ShowAll<Filter extends string>({
  list,
  noun,
}: Pick<ListViewProps<unknown, Filter>, 'list' | 'noun'>) {
  return (
    <Button variant="default" onClick={list.clearFilters}>
      Show all {noun[1]}
    </Button>
  );
}

/**
 * On paper only: when this was true, and which part of the list it is.
 * @param at By the clock of this device, in milliseconds; 0 while the rows of another page are still shown
 */
function PrintedNote({ at, filters }: { at: number; filters: readonly string[] }) {
  const time = new Date(at - clockAhead()).toISOString();
  const words = at === 0 ? [] : [formatTime(time, pageData.campus.timeZone, 'exact')];
  return <p className={styles.printed}>{joinParts([...words, ...filters])}</p>;
}

/** `createdBy` reads `Created by`. */
function wordsOf(filters: Readonly<Record<string, string>>): string[] {
  return Object.entries(filters)
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        `${capital(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))}: ${value}`,
    );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text search is repeated as it was typed, so that a typo shows. */
function whatWasSought(
  filters: Readonly<Record<string, string>>,
  [, many]: readonly [string, string],
): string {
  const [only, ...others] = Object.entries(filters).filter(([, value]) => value !== '');
  return only?.[0] === 'search' && others.length === 0
    ? `No ${many} match “${only[1]}”.`
    : `No ${many} match these filters.`;
}

function PastTheEnd({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  return (
    <EmptyState
      icon={<Inbox size={26} />}
      title={`There is no page ${page.toLocaleString('en-US')}`}
      actions={
        <Button variant="default" onClick={() => onPage(pages)}>
          Go to the last page
        </Button>
      }
    >
      The last page is {pages.toLocaleString('en-US')}.
    </EmptyState>
  );
}

function rangeOf(
  { page = 1, pageSize = 0 }: { page?: number | undefined; pageSize?: number | undefined },
  shown: number,
  total: number,
  noun: readonly [string, string],
): string {
  if (shown === total) return counted(total, ...noun);
  const first = (page - 1) * pageSize + 1;
  return `${first.toLocaleString('en-US')}–${(first + shown - 1).toLocaleString('en-US')} of ${counted(total, ...noun)}`;
}
