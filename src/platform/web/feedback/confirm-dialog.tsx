import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import type { OpenQuestion } from './confirm.ts';

/** The question of `askToConfirm`. The focus starts on the harmless answer. */
export function ConfirmDialog({ question }: { question: OpenQuestion | null }) {
  return (
    <Dialog open={question !== null} onClose={() => question?.answer(false)} title={question?.title ?? ''}>
      {question && (
        <>
          <p>{question.text}</p>
          <DialogActions>
            <Button {...(question.danger ? { color: 'red' } : {})} onClick={() => question.answer(true)}>
              {question.action}
            </Button>
            <Button variant="default" data-autofocus onClick={() => question.answer(false)}>
              {question.stay ?? 'Cancel'}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
