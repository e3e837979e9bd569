import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallReply } from '../../../platform/contract/call.ts';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { noteUnsavedWork } from '../../../platform/web/form/unsaved.ts';
import type { CreatedToken as Created, readTokenChoices } from '../contract.ts';
import { CreatedToken } from './created-token.tsx';
import { NewTokenForm } from './new-token-form.tsx';

interface NewTokenDialogProps {
  open: boolean;
  onClose: () => void;
  choices: UseQueryResult<CallReply<typeof readTokenChoices>, ApiError>;
}

/** The form for a token, and then its secret, which is shown only once and kept nowhere but here. */
export function NewTokenDialog({ open, onClose, choices }: NewTokenDialogProps) {
  const [created, setCreated] = useState<Created | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const isSecretShown = created !== null && !isCopied;
  // Back, and closing the tab, would lose it as well.
  useEffect(() => (isSecretShown ? noteUnsavedWork({}) : undefined), [isSecretShown]);
  const finish = () => {
    onClose();
    setCreated(null);
    setIsCopied(false);
  };
  const leave = async () => {
    const mayGo =
      isCopied ||
      (await askToConfirm({
        title: 'Close without copying?',
        text: "This token is not shown again. If you haven't copied it, you'll have to create another one.",
        action: 'Close',
        stay: 'Keep it open',
        danger: true,
      }));
    if (mayGo) finish();
  };
  if (created !== null) {
    return (
      <Dialog open={open} onClose={() => void leave()} title="Copy the token now">
        <CreatedToken created={created} onCopied={() => setIsCopied(true)} onDone={() => void leave()} />
      </Dialog>
    );
  }
  return (
    <FormDialog open={open} onClose={onClose} title="Create token" shape="wide">
      {(cancel) =>
        choices.data ? (
          <NewTokenForm choices={choices.data.data} onCreated={setCreated} onCancel={cancel} />
        ) : (
          <Pending answer={choices} what="the form" rows={4} />
        )
      }
    </FormDialog>
  );
}
