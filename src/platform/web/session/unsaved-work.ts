export interface UnsavedWork {
  /** It is saved as a draft, so leaving loses nothing and need not ask. */
  isKept?: boolean;
  /** It is on its way, so leaving does not take it back. */
  isSending?: boolean;
  /** The id of the `FormDialog` that it is in. */
  dialog?: string | null;
}

/**
 * What someone typed on this page and has not sent yet. `platform/web/form/unsaved.ts` fills it and asks before leaving;
 * the session only needs to know whether there is any.
 */
export const unsavedWork = new Set<UnsavedWork>();

/** Whether someone is in the middle of something: their screen should stay while they are. */
export function hasUnsavedWork(): boolean {
  return unsavedWork.size > 0;
}
