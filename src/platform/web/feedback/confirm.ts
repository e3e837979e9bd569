import { createStore } from '../store/store.ts';

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

export const questionStore = createStore<OpenQuestion | null>(null);

/** Asks before something that cannot be undone. A second question closes the first one with no. */
export function askToConfirm(question: Question): Promise<boolean> {
  questionStore.current()?.answer(false);
  return new Promise((resolve) => {
    questionStore.become({
      ...question,
      answer(yes) {
        questionStore.become(null);
        resolve(yes);
      },
    });
  });
}

/** If the dialog's own code cannot be loaded, the browser asks what is open by then: a double click asks twice. */
export function answerNatively(): void {
  const open = questionStore.current();
  open?.answer(window.confirm(`${open.title}\n\n${open.text}`));
}
