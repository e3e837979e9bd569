import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationDetails } from '../contract/shapes.ts';
import styles from './application-page.module.css';
import { valuesOf } from './application-values.ts';
import { changesBetween, sayFields } from './changed-fields.ts';

interface ResubmittedProps {
  application: ApplicationDetails;
  onSeen: () => void;
}

/** For the committee: the applicant has changed what this page showed before. Nothing where it is the same. */
export function Resubmitted({ application, onSeen }: ResubmittedProps) {
  const [seen, setSeen] = useState(application);
  const changed = sayFields(changesBetween(valuesOf(seen), valuesOf(application)));
  if (changed === '') return null;
  const see = () => {
    setSeen(application);
    onSeen();
  };
  return (
    <section className={styles.returned} aria-label="Changed in the meantime" data-no-print>
      <p role="status">
        The applicant has submitted this application again since you opened it. Changed: {changed}.
      </p>
      <div>
        <Button size="compact-sm" variant="default" onClick={see}>
          I have seen it
        </Button>
      </div>
    </section>
  );
}
