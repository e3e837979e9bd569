import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import classes from './veil.module.css';

/**
 * Hides the page, including open dialogs, while it is unknown whose it is: after a return from the
 * back-forward cache the browser shows it as it was left, perhaps to the next person at a shared computer.
 */
export function Veil({ error, onRetry }: { error: string | null; onRetry: () => Promise<void> }) {
  useLayoutEffect(() => {
    document.documentElement.setAttribute('data-veiled', '');
    return () => document.documentElement.removeAttribute('data-veiled');
  }, []);
  return createPortal(
    <div className={classes.veil} role="status" data-veil>
      {error === null ? (
        'Loading...'
      ) : (
        <>
          <p>{error}</p>
          <button type="button" onClick={() => void onRetry()}>
            Try again
          </button>
        </>
      )}
    </div>,
    document.body,
  );
}
