import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Account } from '../../contract/account.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { signInAgainAddress } from './sign-in-again.ts';

/**
 * Shown over a screen with unsent work whose session has ended. The person signs in in another tab; this page
 * notices, removes the dialog, and keeps every word. Closing the dialog only lets them look: it returns with
 * the next 401.
 */
export function SessionEnded({ account }: { account: Account }) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Your session has ended">
      <p>
        Sign in again to continue. What you typed stays here. Signing in opens a new tab; come back to this
        one afterward.
      </p>
      <DialogActions>
        <Button component="a" href={signInAgainAddress(account)} target="_blank" data-autofocus>
          Sign in again
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Not now
        </Button>
      </DialogActions>
    </Dialog>
  );
}
