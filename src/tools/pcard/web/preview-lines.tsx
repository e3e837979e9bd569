import { Button } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../../platform/contract/counted.ts';
import { PaginationBar } from '../../../platform/ui/pagination-bar.tsx';
import { type ApiError, asApiError } from '../../../platform/web/client/api-error.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { linesAtOnce, type Preview } from '../contract.ts';
import { LinesTable } from './lines-table.tsx';
import styles from './process.module.css';

type Lines = Preview['lines']['rows'];

/** Reads the lines of the previewed file from this one on. */
export type ReadLines = (from: number) => Promise<Lines>;

interface PreviewLinesProps {
  lines: Preview['lines'];
  readLines: ReadLines;
}

/** As many as fit below the totals; the others on request, since they make the page very long on a phone. */
const firstLines = 10;

/** Every line of the journal, a hundred at a time. The file is sent again for each page, because no one keeps it. */
export function PreviewLines({ lines: { rows, total }, readLines }: PreviewLinesProps) {
  const [isOpen, setIsOpen] = useState(total <= firstLines);
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<Lines>(rows);
  const [error, setError] = useState<ApiError | null>(null);
  const [isReading, setIsReading] = useState(false);
  async function open(next: number): Promise<void> {
    setPage(next);
    setError(null);
    setIsReading(true);
    try {
      setShown(next === 1 ? rows : await readLines((next - 1) * linesAtOnce + 1));
    } catch (thrown) {
      setError(asApiError(thrown));
    }
    setIsReading(false);
  }
  if (!isOpen)
    return (
      <>
        <LinesTable lines={rows.slice(0, firstLines)} />
        <div className={styles.more}>
          <Button variant="subtle" onClick={() => setIsOpen(true)}>
            Show {counted(total - firstLines, 'more line', 'more lines')}
          </Button>
        </div>
      </>
    );
  const pages = Math.ceil(total / linesAtOnce);
  return (
    <>
      {error === null ? (
        <div aria-busy={isReading}>
          <LinesTable lines={shown} />
        </div>
      ) : (
        <ErrorPanel
          error={error}
          title="The lines could not be loaded"
          onRetry={() => void open(page)}
          retrying={isReading}
        />
      )}
      {pages > 1 && (
        <div className={styles.more}>
          <PaginationBar
            page={page}
            pages={pages}
            // One page at a time: an earlier one could arrive later.
            onPage={(next) => (isReading ? undefined : void open(next))}
            label="Pages of lines"
          />
        </div>
      )}
    </>
  );
}
