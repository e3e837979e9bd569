import type { ReactNode } from 'react';
import styles from './page-heading.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';

interface PageHeadingProps {
  children: ReactNode;
  /** One or two sentences under the heading. */
  lead?: ReactNode;
  /** Buttons that act on the whole page. */
  actions?: ReactNode;
}

/** The only `h1` of a page. It takes the focus after navigation, so that a screen reader starts here. */
export function PageHeading({ children, lead, actions }: PageHeadingProps) {
  const heading = useHeadingFocus();
  return (
    <div className="quad-heading">
      <div className="quad-heading-text">
        <h1 ref={heading} tabIndex={-1}>
          {children}
        </h1>
        {lead !== undefined && <p className="quad-lead">{lead}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
