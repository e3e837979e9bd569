import { showToast } from './toasts.ts';

/** Says that the code of a dialog could not be loaded. Only a reload tries again. */
export function sayNotOpened(): void {
  showToast({
    tone: 'error',
    title: 'This could not be opened',
    text: 'Check your connection, then reload the page.',
  });
}
