import { useRef } from 'react';
import type { Call } from '../../contract/call.ts';
import { type ApiError, asApiError } from '../client/api-error.ts';
import { useWrite } from '../client/query.ts';
import type { Answer, Sent } from '../client/request.ts';
import { contentOf } from '../client/submission.ts';
import { askToConfirm, type Question } from './confirm.ts';
import { showToast, type ToastText } from './toasts.ts';

interface ActionWords<Result> {
  /** Asked before anything is sent. */
  confirm?: Question;
  /** The toast after it worked, or its title. */
  done: ToastText | string | ((answer: Result) => ToastText | string);
  /** The title of the toast after it failed; the refusal's own sentence follows. */
  failed: string | ((error: ApiError) => string);
}

export interface Action<C extends Call> {
  /**
   * Asks, sends, and reports the result. Pressed again before the page shows what the first press did, it does nothing.
   * @returns whether it worked
   */
  run: (request: Sent<C>, words: ActionWords<Answer<C>>) => Promise<boolean>;
  isPending: boolean;
}

/** After this many milliseconds, people wonder whether the button was pressed at all. */
const patience = 2_000;
/** The longest that a request waits is shorter; the result replaces it. In seconds. */
const untilDone = 600;

/**
 * A write by a button: asks first if something could be lost, sends once, reloads the lists in `invalidates`,
 * and shows a toast either way. Forms use `useEntryForm`, which shows failures on the fields.
 */
export function useAction<C extends Call>(contract: C, options: { invalidates: readonly Call[] }): Action<C> {
  const write = useWrite(contract, { ...options, isButton: true });
  /** What worked or is on its way, by what it is about, until the page shows it. */
  const pressed = useRef(new Map<string, string>());
  return {
    isPending: write.isPending,
    async run(request, { confirm, done, failed }) {
      const about = `${contract.name} ${contentOf(request)}`;
      const address = JSON.stringify(request.params);
      if (!write.isPending) pressed.current.clear();
      // The button still looks as if nothing was done. It would be refused, as if someone else had been faster.
      if (pressed.current.get(address) === about) return false;
      if (confirm !== undefined && !(await askToConfirm(confirm))) return false;
      pressed.current.set(address, about);
      const slow = setTimeout(showToast, patience, {
        tone: 'info',
        title: 'Still working on it…',
        about,
        seconds: untilDone,
      });
      try {
        const answer = await write.send(request);
        const said = typeof done === 'function' ? done(answer) : done;
        showToast({ ...(typeof said === 'string' ? { title: said } : said), about });
        return true;
      } catch (thrown) {
        pressed.current.delete(address);
        const error = asApiError(thrown);
        const title = typeof failed === 'function' ? failed(error) : failed;
        showToast({ tone: 'error', title, text: error.detail, about, seconds: 10 });
        return false;
      } finally {
        clearTimeout(slow);
      }
    },
  };
}
