import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

/**
 * Shown over a screen with unsent work that this person may no longer open. The screen stays, so that they can copy
 * what they typed; the server refuses whatever is sent from it.
 */
export function AccessLost({ onLeave }: { onLeave: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="You no longer have access to this page">
      <p>What you typed can't be sent anymore. It stays here until you leave, so that you can copy it.</p>
      <DialogActions>
        <Button onClick={() => setOpen(false)} data-autofocus>
          Show what I typed
        </Button>
        <Button variant="default" onClick={onLeave}>
          Discard it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
