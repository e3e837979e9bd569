import { Button } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { AppLink } from '../routes/link.tsx';
import { pageData } from '../session/page-data.ts';
import { CourtyardDrawing } from './courtyard-drawing.tsx';
import styles from './welcome-hero.module.css';

/** Home for somebody who has not signed in. */
export function WelcomeHero() {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <p className={styles.greeting}>{pageData.campus.college}</p>
        <h1 tabIndex={-1} className={styles.title}>
          Welcome to the new portal
        </h1>
        <p className={styles.lead}>
          Sign in, and the dropdowns in the top navigation hold the links for your role. Everything else is on
          your own dashboard.
        </p>
        <Button
          size="lg"
          rightSection={<ArrowRight size={20} aria-hidden="true" />}
          renderRoot={(props) => <AppLink to="/my-dashboard" {...props} />}
        >
          Go to my dashboard
        </Button>
      </div>
      <div className={styles.drawing}>
        <CourtyardDrawing />
      </div>
    </section>
  );
}
