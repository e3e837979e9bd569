import { createStore } from '../store/store.ts';

export interface Toast {
  readonly id: number;
  readonly tone: 'success' | 'error' | 'info';
  readonly title: string;
  readonly text?: string | undefined;
  /** Where to see more of it; not the only way there, since the toast disappears. */
  readonly link?: { readonly to: string; readonly title: string } | undefined;
  /** What was tried: what a later try says replaces it, such as that it worked. */
  readonly about?: string | undefined;
  /** How long it stays while no one points at it. */
  readonly seconds: number;
}

const defaultSeconds = 5;
export const toastStore = createStore<readonly Toast[]>([]);
let lastId = 0;

/** What a toast says, with an optional link and time. */
export type ToastText = Pick<Toast, 'title'> & Partial<Omit<Toast, 'id'>>;

/** Shows something that needs no answer, by default for five seconds. The same text at once shows once. */
export function showToast(toast: ToastText): void {
  const { tone = 'success', title, text, link, about, seconds = defaultSeconds } = toast;
  lastId += 1;
  const others = toastStore
    .current()
    .filter(
      (shown) =>
        (shown.title !== title || shown.text !== text) && (about === undefined || shown.about !== about),
    );
  toastStore.become([...others, { id: lastId, tone, title, text, link, about, seconds }].slice(-4));
}

export function dismissToast(id: number): void {
  toastStore.become(toastStore.current().filter((toast) => toast.id !== id));
}
