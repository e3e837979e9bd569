import { useEffect, useSyncExternalStore } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { answerNatively, questionStore } from './confirm.ts';
import { Toaster } from './toaster.tsx';

export const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog, {
  isWanted: ({ question }) => question !== null,
  onFailure: answerNatively,
});

/** Shows toasts and questions. Rendered once, in the shell. */
export function Feedback() {
  const question = useSyncExternalStore(questionStore.subscribe, questionStore.current);
  const path = usePathname();
  // A question about a page goes with it, as after Back on a computer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is another one
  useEffect(() => () => questionStore.current()?.answer(false), [path]);
  return (
    <>
      <Toaster />
      <ConfirmDialog question={question} />
    </>
  );
}
