import { Button } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { asApiError } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';
import { type ChangedColumn, type EntryDetails, revealAuditEntry } from '../contract.ts';
import styles from './audit.module.css';
import { Changes } from './changes.tsx';

/** What only a button shows. Each press is recorded, so nothing is kept once it is hidden. */
export function SensitiveValues({ entry }: { entry: EntryDetails }) {
  const [columns, setColumns] = useState<readonly ChangedColumn[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const isShown = columns !== null;
  const reveal = async () => {
    setIsLoading(true);
    setProblem(null);
    try {
      // Not through the query cache, which would keep the response for minutes.
      const { data } = await call(revealAuditEntry, { params: { id: entry.id } });
      setColumns(data.columns);
    } catch (error) {
      setProblem(asApiError(error).detail);
    } finally {
      setIsLoading(false);
    }
  };
  const Drawing = isShown ? EyeOff : Eye;
  return (
    <section className={styles.section} aria-label="Sensitive values">
      <h3>Sensitive values</h3>
      {problem !== null && <ProblemAlert>{problem}</ProblemAlert>}
      {isShown && <Changes columns={columns} caption="Sensitive values before and after" />}
      {entry.can.reveal ? (
        <div>
          {!isShown && <p className={styles.soft}>Showing them adds an entry with your name.</p>}
          <Button
            variant="default"
            size="sm"
            loading={isLoading}
            leftSection={<Drawing size={16} aria-hidden="true" />}
            onClick={isShown ? () => setColumns(null) : () => void reveal()}
          >
            {isShown ? 'Hide' : 'Reveal'}
          </Button>
        </div>
      ) : (
        <p className={styles.soft}>You don't have permission to see them.</p>
      )}
    </section>
  );
}
