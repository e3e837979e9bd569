import { useSyncExternalStore } from 'react';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { answerNatively, questionStore } from './confirm.ts';
import { Toaster } from './toaster.tsx';

const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog, {
  isWanted: ({ question }) => question !== null,
  onFailure: answerNatively,
});

/** Shows toasts and questions. Rendered once, in the shell. */
export function Feedback() {
  const question = useSyncExternalStore(questionStore.subscribe, questionStore.current);
  return (
    <>
      <Toaster />
      <ConfirmDialog question={question} />
    </>
  );
}
