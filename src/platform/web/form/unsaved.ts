import { askToConfirm } from '../feedback/confirm.ts';

/** Everything on this page that somebody typed and did not send yet, and whether it would be lost by leaving. */
const unsaved = new Map<object, { isKept: boolean }>();
let stopGuarding: (() => void) | null = null;

/** Whether somebody is in the middle of something: their screen should stay while they are. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0;
}

/**
 * Notes that `owner` holds unsent work, so that leaving asks first; gives back how to take it off.
 * @param isKept It is kept as a draft: leaving loses nothing and need not ask
 */
export function noteUnsavedWork(owner: object, isKept = false): () => void {
  unsaved.set(owner, { isKept });
  if (!isKept) stopGuarding ??= guardPage();
  return () => {
    unsaved.delete(owner);
    if ([...unsaved.values()].every((work) => work.isKept)) stop();
  };
}

function stop(): void {
  stopGuarding?.();
  stopGuarding = null;
}

const leaveQuestion = {
  title: 'Leave without saving?',
  text: 'What you typed was not sent yet and will be lost.',
  action: 'Leave',
  stay: 'Stay',
  danger: true,
};

/** Asks before what was typed is thrown away. */
export function mayDiscard(): Promise<boolean> {
  return askToConfirm(leaveQuestion);
}

function guardPage(): () => void {
  const guard = new AbortController();
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal: guard.signal });
  // Pages of the portal change without an unload. Browsers without this interface do not ask for those.
  if ('navigation' in window) {
    window.navigation.addEventListener('navigate', holdNavigation, { signal: guard.signal });
  }
  return () => guard.abort();
}

function holdNavigation(event: NavigateEvent): void {
  const { destination, navigationType } = event;
  const target = new URL(destination.url);
  const staysHere = target.pathname === location.pathname;
  if (!event.cancelable || !destination.sameDocument || staysHere || navigationType === 'reload') return;
  event.preventDefault();
  void mayDiscard().then((yes) => {
    if (!yes) return;
    unsaved.clear();
    stop();
    if (navigationType === 'traverse') window.navigation.traverseTo(destination.key);
    else {
      history.pushState(null, '', target);
      scrollTo(0, 0);
    }
  });
}
