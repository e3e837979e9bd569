import { Button } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { AppLink } from '../routes/link.tsx';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import { CourtyardDrawing } from './courtyard-drawing.tsx';
import styles from './home-page.module.css';
import { TileGrid } from './tile-grid.tsx';
import { toolTilesFor } from './tiles.ts';

export function HomePage() {
  const { college } = pageData.campus;
  const { account } = useAccount();
  const { tools } = usePortal();
  const tiles = toolTilesFor(
    tools.map(({ tool }) => tool),
    useMayOpen(),
  );
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <p className={styles.greeting}>
            {account === null ? college : `Hello, ${account.givenName || account.name}`}
          </p>
          <h1 tabIndex={-1} className={styles.title}>
            Welcome to the new portal
          </h1>
          <p className={styles.lead}>
            The dropdowns in the navigation at the top hold the links that belong to your role. Everything
            else that is yours waits on your own dashboard.
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
      {account !== null && tiles.length > 0 && (
        <section className={styles.tools} aria-labelledby="home-tools">
          <h2 id="home-tools">Your tools</h2>
          <TileGrid tiles={tiles} />
        </section>
      )}
    </>
  );
}
