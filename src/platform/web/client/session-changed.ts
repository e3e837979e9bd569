type Listener = () => void;

/** Connects what sends calls and what knows who is signed in, so that neither needs the other to load. */
function createSignal(): [report: () => void, listen: (listener: Listener) => () => void] {
  const listeners = new Set<Listener>();
  return [
    () => {
      for (const listener of listeners) listener();
    },
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  ];
}

/**
 * `report`: a response contradicted the session: no one is signed in (401), or someone else. `on` listens for each report
 * and returns a function that stops listening.
 */
export const [reportSessionChanged, onSessionChanged] = createSignal();

/** `report`: the server says that the person of this page is signed in. `on` as above. */
export const [reportSignedIn, onSignedIn] = createSignal();

/** `report`: the server has answered a call. `on` as above. */
export const [reportAnswered, onAnswered] = createSignal();

/** `report`: a write was sent, whatever became of it: what was read before may no longer be true. `on` as above. */
export const [reportWritten, onWritten] = createSignal();

let isPressRefused = false;

/** What someone pressed found the session ended: if the page is left to sign in, it says afterward that nothing was done. */
export function noteRefusedPress(): void {
  isPressRefused = true;
}

/** Whether that happened since the person was last known to be signed in. */
export const wasPressRefused = () => isPressRefused;

onSignedIn(() => {
  isPressRefused = false;
});
