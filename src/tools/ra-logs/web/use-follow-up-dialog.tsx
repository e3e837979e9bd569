import { useState } from 'react';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import type { RaLog } from '../contract.ts';
import type { OpenFollowUp } from './follow-up.tsx';
import type { FollowUpStep } from './follow-up-dialog.tsx';

const FollowUpDialog = lazyDialog(async () => (await import('./follow-up-dialog.tsx')).FollowUpDialog);

/** The dialog of a screen's follow-ups, and its log, in the current version while the list shows it. */
export function useFollowUpDialog(shown: readonly RaLog[]) {
  const [asked, setAsked] = useState<{ step: FollowUpStep; log: RaLog } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open: OpenFollowUp = (step, log) => {
    setAsked({ step, log });
    setIsOpen(true);
  };
  const newest = asked && { ...asked, log: shown.find(({ _id }) => _id === asked.log._id) ?? asked.log };
  return {
    open,
    dialog: <FollowUpDialog open={isOpen} onClose={() => setIsOpen(false)} asked={newest} />,
  };
}
