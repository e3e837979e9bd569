import classes from './stopped.module.css';

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Replaces the whole page once someone else has signed in in another tab of this browser. */
export function Stopped({ name }: { name: string }) {
  return (
    <main className={classes.stopped}>
      <h1>You're signed in as {name} in another tab</h1>
      <p>This tab was opened by someone else, so it has stopped. Nothing more is sent from it.</p>
      {/* Plain, as part of the first load: it must not need a file of a release that is gone. */}
      <button type="button" className={classes.button} ref={focus} onClick={() => location.reload()}>
        Reload to continue as {name}
      </button>
    </main>
  );
}
