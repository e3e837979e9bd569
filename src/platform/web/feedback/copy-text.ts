import { showToast } from './toasts.ts';

/** Puts a text on the clipboard and says so, or what to do when the browser refused. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showToast({
      tone: 'error',
      title: 'Not copied',
      text: "Your browser didn't allow it. Select the text and copy it.",
    });
    return false;
  }
  showToast({ title: 'Copied' });
  return true;
}
