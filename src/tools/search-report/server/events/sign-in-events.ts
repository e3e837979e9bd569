/** Accounts of a domain with a sign-in in one span of time and none in another. Each span ends before `until`. */
export interface Question {
  domain: string;
  inclusion: Span;
  exclusion: Span;
}
export interface Span {
  from: Date;
  until: Date;
}

/** An account that is part of the answer, in lower case, with its sign-ins within the inclusion. */
export interface Account {
  principal: string;
  firstSeen: Date;
  lastSeen: Date;
  events: number;
}

/** A part of the answer. */
export interface Part {
  accounts: readonly Account[];
  /** How many accounts of the domain were processed for it. */
  read: number;
}

/** Where sign-ins are recorded. */
export interface SignInEvents {
  /** About how many accounts `find` goes through, so that its progress can be shown. @throws EngineFailure */
  countAccounts(question: Question, signal: AbortSignal): Promise<number>;
  /**
   * All accounts of the answer, each once, some at a time, in the order of their names.
   * @throws EngineFailure unless the answer is complete
   */
  find(question: Question, signal: AbortSignal): AsyncIterable<Part>;
  /** Since when it has all sign-ins; `null` if it does not say. */
  keptSince(): Promise<Date | null>;
}

/** The search engine is down, or its answer would not be complete. */
export class EngineFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineFailure';
  }
}
