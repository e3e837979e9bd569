import { showToast } from '../feedback/toasts.ts';

/** Only the server ends a session. */
export function sayStaysSignedIn(): void {
  showToast({
    tone: 'info',
    title: "You're still signed in",
    text: 'Signing out needs a connection to the portal. Keep this device to yourself until then.',
    seconds: 8,
  });
}
