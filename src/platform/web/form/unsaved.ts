import { afterClosing } from '../../ui/use-back-closes.ts';
import { askToConfirm } from '../feedback/confirm.ts';
import { SessionEnded } from '../session/session-provider.tsx';
import { type UnsavedWork, unsavedWork } from '../session/unsaved-work.ts';

let stopGuarding: (() => void) | null = null;

/**
 * Notes unsent work, so that leaving asks first.
 * @returns A function that removes the note
 */
export function noteUnsavedWork(work: UnsavedWork): () => void {
  unsavedWork.add(work);
  // If the session ends, this dialog is the only way to sign in again. After an upgrade, the page can't load it anymore.
  SessionEnded.fetch();
  if (!work.isKept) stopGuarding ??= guardPage();
  return () => {
    unsavedWork.delete(work);
    if ([...unsavedWork].every(({ isKept }) => isKept)) stop();
  };
}

function stop(): void {
  stopGuarding?.();
  stopGuarding = null;
}

const leaveQuestion = {
  title: 'You have unsaved changes',
  text: 'They will be lost if you leave.',
  action: 'Discard',
  stay: 'Keep editing',
  danger: true,
};

/** A request cannot be taken back: "they will be lost" would have people enter it a second time. */
const leaveWhileSendingQuestion = {
  title: 'This is still being sent',
  text: 'If you leave now, it may still go through.',
  action: 'Leave',
  stay: 'Stay',
};

/**
 * Asks before what was typed is discarded.
 * @param dialog The `FormDialog` that is left; left out, it is the page
 * @returns `true` also where nothing would be lost
 */
export async function mayDiscard(dialog?: string): Promise<boolean> {
  const lost = [...unsavedWork].filter(
    (work) => !work.isKept && (dialog === undefined || work.dialog === dialog),
  );
  if (lost.length === 0) return true;
  return askToConfirm(lost.some(({ isSending }) => isSending) ? leaveWhileSendingQuestion : leaveQuestion);
}

function guardPage(): () => void {
  const guard = new AbortController();
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal: guard.signal });
  // Pages of the portal change without an unload. Browsers without this API do not ask then.
  if ('navigation' in window) {
    window.navigation.addEventListener('navigate', holdNavigation, { signal: guard.signal });
  }
  return () => guard.abort();
}

function draftOf({ search }: { search: string }): string | null {
  return new URLSearchParams(search).get('draft');
}

function holdNavigation(event: NavigateEvent): void {
  const { destination, navigationType } = event;
  const target = new URL(destination.url);
  // A link to another draft opens another form. A form that names its own draft in the address replaces it.
  const isSameForm = navigationType === 'replace' || draftOf(target) === draftOf(location);
  const staysHere = target.pathname === location.pathname && isSameForm;
  if (!event.cancelable || !destination.sameDocument || staysHere || navigationType === 'reload') return;
  event.preventDefault();
  void mayDiscard().then((yes) => {
    if (!yes) return;
    unsavedWork.clear();
    stop();
    afterClosing(() => {
      if (navigationType === 'traverse') window.navigation.traverseTo(destination.key);
      else {
        history.pushState(null, '', target);
        scrollTo(0, 0);
      }
    });
  });
}
