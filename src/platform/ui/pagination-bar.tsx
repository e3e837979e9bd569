import type { ReactNode } from 'react';
import { pageBlock } from './page-block.ts';
import styles from './pagination-bar.module.css';

interface PaginationBarProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** What is paged, for screen readers: `Pages of links`. */
  label: string;
}

/** First, Prev, numbers in blocks of five with an ellipsis when more follow, Next, Last. */
export function PaginationBar({ page, pages, onPage, label }: PaginationBarProps) {
  const { numbers, more } = pageBlock(page, pages);
  const step = (text: string, name: string, target: number, possible: boolean) => (
    <PageButton key={text} name={name} onPress={possible ? () => onPage(target) : null}>
      {text}
    </PageButton>
  );
  return (
    <nav className={styles.bar} aria-label={label} data-no-print>
      <div className={styles.steps}>
        {step('First', 'First page', 1, page > 1)}
        {step('Prev', 'Previous page', Math.min(page - 1, pages), page > 1)}
      </div>
      <div className={styles.numbers}>
        {numbers.map((number) => (
          <PageButton
            key={number}
            name={`Page ${number}`}
            current={number === page}
            onPress={number === page ? null : () => onPage(number)}
          >
            {number}
          </PageButton>
        ))}
        {more && <span className={styles.more}>…</span>}
      </div>
      <div className={styles.steps}>
        {step('Next', 'Next page', page + 1, page < pages)}
        {step('Last', 'Last page', pages, page < pages)}
      </div>
    </nav>
  );
}

interface PageButtonProps {
  name: string;
  current?: boolean;
  onPress: (() => void) | null;
  children: ReactNode;
}

/** Without `onPress` it cannot be pressed. Not `disabled`, so that it keeps the focus if it was just pressed. */
function PageButton({ name, current = false, onPress, children }: PageButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={name}
      aria-current={current ? 'page' : undefined}
      aria-disabled={onPress === null}
      onClick={onPress ?? undefined}
    >
      {children}
    </button>
  );
}
