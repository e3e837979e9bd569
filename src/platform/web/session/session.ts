import type { Account } from '../../contract/account.ts';

export interface SessionState {
  status: 'loading' | 'signed-in' | 'signed-out';
  account: Account | null;
  /** Why the account could not be loaded, for a person; the account is then the last known one. */
  error: string | null;
  /**
   * The session ended while someone was typing: the screen stays, and a dialog offers to sign in again.
   * Counts how often that was noticed; 0 when all is well.
   */
  interrupted: number;
  /** The page came back from the back-forward cache and shows nothing until the server says who is signed in. */
  veiled: boolean;
  /** The name of the person who signed in in another tab: this page has stopped, for good, until it is reloaded. */
  replacedBy: string | null;
  /** The session of this page was ended for good, in another tab or by IT. No one here asked to sign in. */
  endedForGood: boolean;
  /** Opened offline: the account is the last person on this device, and the server has not confirmed it. */
  assumed: boolean;
}

/**
 * What the server said: the account, `null` for no one, or a sentence that says why it is not known.
 * `signedOut`: the session did not time out, it was ended for good (sign-out, a block, IT).
 */
export type AccountAnswer = { account: Account | null; signedOut?: boolean } | { error: string };

export interface SessionSurroundings {
  ask: () => Promise<AccountAnswer>;
  /** Whether something typed would be lost if the screen went away. */
  hasUnsavedWork: () => boolean;
  /** Another person is signed in now, and no one has used this page yet: loads it again. */
  startOver: () => void;
  /** The server says that the person of this page is signed in. */
  confirmed: () => void;
  now: () => number;
}

export interface Session {
  current: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** From the browser's cache: starts with whom the device remembers, then asks the server. */
  assume: (account: Account | null) => void;
  /** Asks the server who is signed in. Simultaneous calls share one request. */
  reload: () => Promise<void>;
  /** The page is about to be frozen: hide it now, so that nothing flashes when it comes back. */
  freeze: () => void;
  /** The tab is looked at again. */
  wake: () => Promise<void>;
  /**
   * Asks even while a question is under way, whose answer may be outdated or never come: the page came back from the
   * back-forward cache, or another tab was served for someone else than this page believes.
   */
  askAgain: () => Promise<void>;
}

/** A tab that was out of sight for longer asks again who is signed in. */
export const longestUnseen = 10 * 60_000;

/** Tracks the session of this page. Does not depend on a browser, so that its rules can be tested. */
export function createSession(served: Account | null, surroundings: SessionSurroundings): Session {
  let state: SessionState = {
    status: served ? 'signed-in' : 'signed-out',
    account: served,
    error: null,
    interrupted: 0,
    veiled: false,
    replacedBy: null,
    endedForGood: false,
    assumed: false,
  };
  /** Whose data this page may still hold. */
  let last = served;
  let askedAt = surroundings.now();
  let underWay: Promise<void> | null = null;
  let question = 0;
  const listeners = new Set<() => void>();

  function become(change: Partial<SessionState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  async function ask(): Promise<void> {
    question += 1;
    const mine = question;
    if (state.account === null) become({ status: 'loading', error: null });
    const answer = await surroundings.ask();
    if (mine !== question) return;
    askedAt = surroundings.now();
    if ('error' in answer) {
      become({ status: state.account ? 'signed-in' : 'signed-out', error: answer.error });
    } else if (answer.account !== null) {
      welcome(answer.account);
    } else {
      farewell(answer.signedOut === true);
    }
  }

  function welcome(account: Account): void {
    if (last !== null && last.id !== account.id) {
      const isInUse =
        state.account === null ? surroundings.hasUnsavedWork() : !state.veiled && !state.assumed;
      become(isInUse ? { replacedBy: account.name } : { veiled: true });
      if (!isInUse) surroundings.startOver();
      return;
    }
    last = account;
    become({ status: 'signed-in', account, error: null, interrupted: 0, veiled: false, assumed: false });
    surroundings.confirmed();
  }

  function farewell(signedOut: boolean): void {
    // The next person at a shared computer may be behind the veil: nothing is kept for them to see.
    if (state.account && !signedOut && !state.veiled && surroundings.hasUnsavedWork()) {
      become({ interrupted: state.interrupted + 1, error: null, assumed: false });
      return;
    }
    become({
      status: 'signed-out',
      account: null,
      error: null,
      interrupted: 0,
      veiled: false,
      endedForGood: signedOut && (state.account !== null || state.endedForGood),
      assumed: false,
    });
  }

  function reload(): Promise<void> {
    if (state.replacedBy !== null) return Promise.resolve();
    if (underWay) return underWay;
    const asking = ask().finally(() => {
      if (underWay === asking) underWay = null;
    });
    underWay = asking;
    return asking;
  }

  function askAgain(): Promise<void> {
    underWay = null;
    return reload();
  }

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    assume(account) {
      if (account !== null) {
        last = account;
        become({ status: 'signed-in', account, assumed: true });
      }
      void reload();
    },
    reload,
    freeze() {
      if (state.account !== null && state.replacedBy === null) become({ veiled: true });
    },
    askAgain,
    async wake() {
      if (state.account === null) return;
      // Also after the clock was set back.
      const unseen = Math.abs(surroundings.now() - askedAt);
      if (state.assumed || state.interrupted > 0 || unseen > longestUnseen) await reload();
    },
  };
}
