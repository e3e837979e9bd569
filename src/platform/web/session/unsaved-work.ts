/**
 * What someone typed on this page and has not sent yet. `isKept`: it is saved as a draft, so leaving loses nothing.
 * `isSending`: it is on its way, so leaving does not take it back. `platform/web/form/unsaved.ts` fills it and asks
 * before leaving; the session only needs to know whether there is any.
 */
export const unsavedWork = new Map<object, { isKept: boolean; isSending: boolean }>();

/** Whether someone is in the middle of something: their screen should stay while they are. */
export function hasUnsavedWork(): boolean {
  return unsavedWork.size > 0;
}
