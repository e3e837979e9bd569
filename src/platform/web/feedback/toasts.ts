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
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** What a toast says, with an optional link and time. */
export type ToastText = Pick<Toast, 'title'> & Partial<Omit<Toast, 'id'>>;

/** Shows something that needs no answer, by default for five seconds. The same text at once shows once. */
export function showToast(toast: ToastText): void {
  const { tone = 'success', title, text, link, about, seconds = defaultSeconds } = toast;
  lastId += 1;
  const others = toasts.filter(
    (shown) =>
      (shown.title !== title || shown.text !== text) && (about === undefined || shown.about !== about),
  );
  become([...others, { id: lastId, tone, title, text, link, about, seconds }].slice(-4));
}

export function dismissToast(id: number): void {
  become(toasts.filter((toast) => toast.id !== id));
}

export const toastStore = {
  current: () => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
