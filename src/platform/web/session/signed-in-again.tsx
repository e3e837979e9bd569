import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

/** In the tab that was opened to sign in again: the work is in the other one. */
export function SignedInAgain() {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="You're signed in again">
      <p>Close this tab and pick up where you left off. What you typed is still there, ready to send.</p>
      <DialogActions>
        {/* Browsers let a page close only a tab that a page opened, and only sometimes, so the text above
            says what to do. */}
        <Button onClick={() => window.close()} data-autofocus>
          Close this tab
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Stay here
        </Button>
      </DialogActions>
    </Dialog>
  );
}
