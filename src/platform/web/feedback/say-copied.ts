import { showToast } from './toasts.ts';

/** Says that a text is on the clipboard, or what to do when the browser refused. */
export function sayCopied(copied: boolean): void {
  if (copied) showToast({ title: 'Copied' });
  else
    showToast({
      tone: 'error',
      title: 'Not copied',
      text: "Your browser didn't allow it. Select the text and copy it.",
    });
}
