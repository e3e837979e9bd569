import { afterClosing } from '../../ui/use-back-closes.ts';
import { askToConfirm, type Question, questionStore } from '../feedback/confirm.ts';
import { ConfirmDialog } from '../feedback/feedback.tsx';
import { type HeldNavigation, holdNavigations } from '../routes/navigate.ts';
import { SessionEnded } from '../session/session-provider.tsx';
import { type UnsavedWork, unsavedWork } from '../session/unsaved-work.ts';

let stopGuarding: (() => void) | null = null;
/** Of the question that is open. */
let askWhatIsTrueNow: (() => void) | null = null;

/**
 * Registers unsent work, so that leaving asks first.
 * @returns A function that removes the note
 */
export function noteUnsavedWork(work: UnsavedWork): () => void {
  unsavedWork.add(work);
  askWhatIsTrueNow?.();
  // If the session ends, this dialog is the only way to sign in again. After an upgrade, the page can't load it anymore.
  SessionEnded.fetch();
  if (!work.isKept) stopGuarding ??= guardPage();
  return () => {
    unsavedWork.delete(work);
    // Not yet: the same work may be noted again, as what is not on its way.
    queueMicrotask(() => askWhatIsTrueNow?.());
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
 * Asks before what was typed is discarded. The question changes when sending begins or fails, and goes when nothing
 * would be lost anymore.
 * @param dialog The `FormDialog` that is left; left out, it is the page
 * @returns `true` also if nothing would be lost
 */
export async function mayDiscard(dialog?: string): Promise<boolean> {
  if (lostFrom(dialog).length === 0) return true;
  return new Promise((resolve) => {
    let asked: Question | null = null;
    const ask = () => {
      const question = questionAbout(lostFrom(dialog));
      // A draft was saved, so nothing is in the way. But no one is led away from what comes of sending, such as a token.
      if (question === null) return questionStore.current()?.answer(asked === leaveQuestion);
      if (question === asked) return;
      asked = question;
      void askToConfirm(question).then((mayLeave) => {
        if (asked !== question) return;
        if (askWhatIsTrueNow === ask) askWhatIsTrueNow = null;
        resolve(mayLeave);
      });
    };
    askWhatIsTrueNow = ask;
    ask();
  });
}

function lostFrom(dialog: string | undefined): UnsavedWork[] {
  return [...unsavedWork].filter((work) => !work.isKept && (dialog === undefined || work.dialog === dialog));
}

function questionAbout(lost: UnsavedWork[]): Question | null {
  if (lost.length === 0) return null;
  return lost.some(({ isSending }) => isSending) ? leaveWhileSendingQuestion : leaveQuestion;
}

function guardPage(): () => void {
  // Leaving may be asked about without a network.
  ConfirmDialog.fetch();
  const guard = new AbortController();
  const { signal } = guard;
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  // Pages of the portal change without an unload.
  if ('navigation' in window) window.navigation.addEventListener('navigate', holdNavigation, { signal });
  else holdWithoutNavigationApi(signal);
  return () => guard.abort();
}

function draftOf({ search }: { search: string }): string | null {
  return new URLSearchParams(search).get('draft');
}

/** Whether another page or form would take the place of the one at `from`. */
function isLeaving(from: URL | Location, target: URL, isReplaced: boolean): boolean {
  // A link to another draft opens another form. A form that names its own draft in the address replaces it.
  const isSameForm = isReplaced || draftOf(target) === draftOf(from);
  return target.pathname !== from.pathname || !isSameForm;
}

/** @param leave Goes there, after a yes. */
async function askToLeave(leave: () => void): Promise<void> {
  if (!(await mayDiscard())) return;
  unsavedWork.clear();
  stop();
  afterClosing(leave);
}

function holdNavigation(event: NavigateEvent): void {
  const { destination, navigationType } = event;
  if (!event.cancelable || !destination.sameDocument || navigationType === 'reload') return;
  const target = new URL(destination.url);
  const leave = () => {
    if (navigationType === 'traverse') window.navigation.traverseTo(destination.key);
    else {
      history.pushState(null, '', target);
      scrollTo(0, 0);
    }
  };
  if (!isLeaving(location, target, navigationType === 'replace')) return;
  event.preventDefault();
  void askToLeave(leave);
}

/** For Safari before 26.2 and Firefox before 147. */
function holdWithoutNavigationApi(signal: AbortSignal): void {
  // With Back, the browser is at the other page already when it says so.
  let here = new URL(location.href);
  const follow = () => {
    here = new URL(location.href);
  };
  // wouter's events, after any change of the address.
  for (const type of ['pushState', 'replaceState']) addEventListener(type, follow, { signal });
  const onBack = (event: PopStateEvent) => {
    if (!isLeaving(here, new URL(location.href), false)) return follow();
    event.stopImmediatePropagation();
    history.pushState(null, '', here);
    const { scrollX, scrollY } = window;
    // Two frames later, since the browser scrolls to where the other page was after this event.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        scrollTo(scrollX, scrollY);
        void askToLeave(() => history.back());
      }),
    );
  };
  const mayHold = ({ target, isReplaced, leave }: HeldNavigation) => {
    if (!isLeaving(location, target, isReplaced)) return false;
    void askToLeave(leave);
    return true;
  };
  holdNavigations({ mayHold, onBack }, signal);
}
