/**
 * Closes a dialog, and lets people keep typing in the field that the focus returns to: Chrome returns the focus without the
 * caret, and then no key arrives until the field is clicked.
 */
export function closeDialog(dialog: HTMLDialogElement | null): void {
  dialog?.close();
  const field = document.activeElement as HTMLElement | null;
  if (!field?.matches('input, textarea')) return;
  field.blur();
  field.focus({ preventScroll: true });
}
