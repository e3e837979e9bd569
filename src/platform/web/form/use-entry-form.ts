import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { z } from 'zod';
import type { FileField } from '../../contract/call.ts';
import { type ApiError, asApiError } from '../client/api-error.ts';
import type { Manner } from '../client/request.ts';
import { showToast } from '../feedback/toasts.ts';
import { whenIdle } from '../routes/when-idle.ts';
import { checkDates } from './check-dates.ts';
import { DialogOfForm } from './form-dialog.tsx';
import { noteUnsavedWork } from './unsaved.ts';
import { withoutOutdated } from './without-outdated.ts';

interface EntryFormOptions<Values, Shape extends z.ZodType, Result> {
  /** Loads the body shape of the call: `async () => (await import('../contract.ts')).newLink`. */
  shape: () => Promise<Shape>;
  initialValues: Values;
  /** What is typed, in the shape of the call. Fields keep their names, so that errors find them. */
  toBody: (values: Values) => z.input<Shape>;
  /** What is wrong, by the name of its field, that the shape can't know, such as what the settings require. */
  check?: (values: Values) => Record<string, string>;
  /** Asks about something unusual in input that passed the checks. `false`: the person keeps editing. */
  mayGoOn?: (values: Values) => Promise<boolean>;
  send: (body: z.input<Shape>, sending: Sending<Values>) => Promise<Result>;
  /** The files that the call declares. The form holds each as a `File[]` under the declared name. */
  uploads?: Readonly<Record<string, FileField>>;
  /** The most bytes that the files of a field may have together. */
  mostBytes?: number;
  onDone: (result: Result) => void;
  /** Nothing was done yet, such as in a preview: leaving still asks. */
  isUnsaved?: (result: Result) => boolean;
  /**
   * What is typed is kept as a draft: leaving the page does not ask. `false`: the draft is different, even if nothing is
   * typed anymore. Left out: there is no draft.
   */
  isKept?: boolean;
  /** Reacts to a refusal beyond showing it. */
  onProblem?: (problem: ApiError) => void;
}

interface Sending<Values> {
  /** What was typed or chosen, before `toBody`. */
  values: Values;
  /** Whether the form is still there to show a response, and a question about it. */
  isShown: () => boolean;
  /** For a call with files: pass it to `useWrite`, and the form shows the progress. */
  uploading: Pick<Manner, 'signal' | 'sendWith'> | undefined;
}

export interface EntryForm<Values extends Record<string, unknown>> {
  fields: UseFormReturnType<Values>;
  /** Why the last submit failed; its fields are already shown at the inputs. */
  problem: ApiError | null;
  /** Removes the message, for instance once another file is chosen. */
  clearProblem: () => void;
  isSending: boolean;
  /** The progress of the upload that is under way. */
  progress: ReactNode;
  isDirty: boolean;
  submit: (event?: FormEvent<HTMLFormElement>) => void;
  frame: RefObject<HTMLFormElement | null>;
}

/** A form over a call: validates with the call's shape, sends once, and shows the server's refusal on the fields. */
export function useEntryForm<Values extends Record<string, unknown>, Shape extends z.ZodType, Result>(
  options: EntryFormOptions<Values, Shape, Result>,
): EntryForm<Values> {
  const { toBody, initialValues, isKept, uploads } = options;
  const loadShape = useLate(options.shape);
  const loadSendingFiles = useLate(async () => uploads && (await import('./sending-files.tsx')).sendingFiles);
  const fields = useForm<Values>({ initialValues });
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  // Later than `isSending`: after the checks and questions, when the request goes out.
  const [isOnItsWay, setIsOnItsWay] = useState(false);
  const [progress, setProgress] = useState<ReactNode>(null);
  const sending = useRef(false);
  const frame = useRef<HTMLFormElement>(null);
  const dialog = useContext(DialogOfForm);
  const removeNote = useRef<() => void>(undefined);
  const isDirty = fields.isDirty();
  const pointOut = useFocusOnFault(frame);

  const isUnsent = isDirty || (isKept === false && !wasSent);
  useEffect(() => {
    if (!isUnsent) return;
    removeNote.current = noteUnsavedWork({ isKept: isKept === true, isSending: isOnItsWay, dialog });
    return removeNote.current;
  }, [isUnsent, isKept, isOnItsWay, dialog]);

  useEffect(() => withoutOutdated(setProblem), []);

  // A dialog that was just closed has its form for as long as it fades.
  const isShown = () => frame.current?.closest('dialog:not([open])') === null;
  async function faultsOf(body: z.input<Shape>) {
    const shape = await loadShape();
    // Without its checks the form is sent anyway: the server makes the same ones.
    return shape === null ? {} : schemaResolver(shape, { sync: true })(body);
  }
  async function send(values: Values): Promise<void> {
    // Not the state: two presses within one frame see the same state.
    if (sending.current) return;
    sending.current = true;
    setIsSending(true);
    try {
      const body = toBody(values);
      const sendingFiles = await loadSendingFiles();
      const faults = {
        ...sendingFiles?.check(uploads, values, options.mostBytes),
        ...(await faultsOf(body)),
        ...options.check?.(values),
        // Last: this says more than that a date is required.
        ...checkDates(frame.current),
      };
      // A form that was closed before it could be checked was not submitted.
      if (!isShown()) return;
      fields.setErrors(faults);
      // What the server said the last time is not what is wrong now.
      setProblem(null);
      if (Object.keys(faults).length > 0) return pointOut();
      if (options.mayGoOn !== undefined && !(await options.mayGoOn(values))) return;
      setIsOnItsWay(true);
      const result = await options.send(body, {
        values,
        isShown,
        uploading: sendingFiles?.begin(setProgress),
      });
      if (options.isUnsaved?.(result) !== true) {
        fields.resetDirty();
        setWasSent(true);
        // Not with the next paint: `onDone` may leave the page.
        removeNote.current?.();
      }
      // A person who left the form is busy elsewhere: what they have opened since then stays open.
      if (isShown()) options.onDone(result);
    } catch (thrown) {
      const failure = asApiError(thrown);
      if (!isShown()) {
        // There is no field to look at.
        const text = Object.values(failure.fields).join(' ') || failure.detail;
        showToast({ tone: 'error', title: 'Your entry was not saved', text, seconds: 10 });
        return;
      }
      setProblem(failure);
      fields.setErrors(failure.fields);
      options.onProblem?.(failure);
      pointOut();
    } finally {
      sending.current = false;
      setIsSending(false);
      setIsOnItsWay(false);
      setProgress(null);
    }
  }

  return {
    fields,
    problem,
    clearProblem: () => setProblem(null),
    isSending,
    progress,
    isDirty,
    frame,
    submit: (event) => {
      event?.preventDefault();
      void send(fields.getValues());
    },
  };
}

/**
 * Loads once the form is drawn, since no one submits before; a submit loads it at the latest. `null` if it cannot load,
 * for the life of the page (`lazy/lazy-part.tsx`): the form is then sent without it.
 */
function useLate<Part>(load: () => Promise<Part>): () => Promise<Part | null> {
  const [bring] = useState(() => () => load().catch(() => null));
  useEffect(() => {
    void whenIdle().then(bring);
  }, [bring]);
  return bring;
}

/** After a failed submit, and once its errors are drawn: to the first wrong field, or to the message on top. */
function useFocusOnFault(frame: RefObject<HTMLFormElement | null>): () => void {
  const [faults, setFaults] = useState(0);
  useEffect(() => {
    if (faults === 0) return;
    const wrong = frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? frame.current?.querySelector<HTMLElement>('[data-problem]'))?.focus();
  }, [faults, frame]);
  return () => setFaults((count) => count + 1);
}
