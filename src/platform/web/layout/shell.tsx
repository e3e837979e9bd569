import type { ReactNode } from 'react';
import { EmergencyBar } from '../notices/emergency-bar.tsx';
import { pageData } from '../session/page-data.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';

/** What is around every page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      {pageData.campus.demo && <DemoBanner />}
      <Header />
      <EmergencyBar />
      <main id="main" tabIndex={-1} className="quad-main">
        <Breadcrumbs />
        {children}
      </main>
      <Footer />
    </div>
  );
}
