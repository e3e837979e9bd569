import { askToConfirm } from '../feedback/confirm.ts';

/** Everything on this page that somebody typed and did not send yet. */
const unsaved = new Set<object>();
let stopGuarding: (() => void) | null = null;

/** Whether leaving now would lose something that was typed. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0;
}

/** Notes that `owner` holds unsent work, so that leaving asks first; gives back how to take it off. */
export function noteUnsavedWork(owner: object): () => void {
  unsaved.add(owner);
  stopGuarding ??= guardPage();
  return () => {
    unsaved.delete(owner);
    if (unsaved.size === 0) stop();
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
