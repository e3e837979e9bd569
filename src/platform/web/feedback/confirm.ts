export interface Question {
  title: string;
  /** What will happen, and whether it can be undone. */
  text: string;
  /** The verb on the button that proceeds: `Delete`. */
  action: string;
  /** The label of the other button; `Cancel` by default. */
  stay?: string;
  /** Something is lost or given for good. */
  danger?: boolean;
}

export interface OpenQuestion extends Question {
  answer: (yes: boolean) => void;
}

let open: OpenQuestion | null = null;
const listeners = new Set<() => void>();

function become(next: OpenQuestion | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Asks before something that cannot be undone. A second question closes the first one with no. */
export function askToConfirm(question: Question): Promise<boolean> {
  open?.answer(false);
  return new Promise((resolve) => {
    become({
      ...question,
      answer(yes) {
        become(null);
        resolve(yes);
      },
    });
  });
}

/** If the dialog's own code cannot be loaded, the browser asks what is open by then: a double click asks twice. */
export function answerNatively(): void {
  open?.answer(window.confirm(`${open.title}\n\n${open.text}`));
}

export const questionStore = {
  current: () => open,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
