import { Button } from '@mantine/core';
import styles from './application-page.module.css';
import type { Shown } from './use-shown.ts';

/** For the committee: the applicant has changed what this page showed before. Nothing if it is the same. */
export function Resubmitted({ changed, see }: Pick<Shown, 'changed' | 'see'>) {
  if (changed === '') return null;
  return (
    <section className={styles.returned} aria-label="Changed in the meantime" data-no-print>
      <p role="status">The applicant has changed this since you opened it: {changed}.</p>
      <div>
        <Button size="compact-sm" variant="default" onClick={see}>
          I have seen it
        </Button>
      </div>
    </section>
  );
}
