import type { ProviderUnreachable } from '../session/groups-source.ts';

/** Why a sign-in ended without a session; the word is what the log says, the rest is what the person reads. */
const refusals = {
  state: {
    status: 400,
    title: 'This sign-in cannot be finished',
    text: 'It was begun in another browser, has been waiting for too long, or was finished before. Please begin again.',
  },
  token: {
    status: 400,
    title: 'This sign-in cannot be trusted',
    text: 'What the sign-in service sent did not pass our checks. Please try again; if it stays, tell IT.',
  },
  clock: {
    status: 400,
    title: 'The clocks do not agree',
    text: 'The clock of the sign-in service and the clock of this portal are too far apart. Please tell IT.',
  },
  cancelled: {
    status: 403,
    title: 'You are not signed in',
    text: 'The sign-in was cancelled, or the sign-in service did not allow it.',
  },
  'no-email': {
    status: 403,
    title: 'Your account has no e-mail address',
    text: 'The sign-in service did not tell your e-mail address, and this portal needs it. Please tell IT.',
  },
  'unverified-email': {
    status: 403,
    title: 'Your e-mail address is not confirmed',
    text: 'The sign-in service does not vouch for your e-mail address. Please confirm it there, or ask IT.',
  },
  'foreign-email': {
    status: 403,
    title: 'This is not an account of the college',
    text: 'Please sign in with the address that the college gave you.',
  },
  link: {
    status: 403,
    title: 'An administrator has to link your accounts',
    text: 'Somebody with your e-mail address is known here already, from another way to sign in. IT has been asked to link the two; until then please sign in the way you did before.',
  },
  blocked: {
    status: 403,
    title: 'Your account is blocked',
    text: 'You cannot sign in at present. Please contact IT.',
  },
  'unknown-person': {
    status: 403,
    title: 'We do not know this person',
    text: 'Please choose one of the people who are offered.',
  },
  overage: {
    status: 403,
    title: 'Your groups could not be read',
    text: 'You belong to so many groups that the sign-in service did not send them, and this portal has not been told where else to read them. Please tell IT.',
  },
  'groups-unreadable': {
    status: 403,
    title: 'Your groups could not be read',
    text: 'The sign-in service did not let this portal read your groups. Please tell IT.',
  },
  'demo-elsewhere': {
    status: 403,
    title: 'The demo is for this machine only',
    text: 'The demo people can be chosen only in a browser on the machine that runs this portal.',
  },
  'too-many': {
    status: 429,
    title: 'Too many failed sign-ins',
    text: 'Please wait a while before you try again.',
  },
  unreachable: {
    status: 503,
    title: 'The sign-in service cannot be reached',
    text: 'It does not answer at present. Nothing is wrong with your account; please try again in a moment.',
  },
} as const;

export type SignInRefusalReason = keyof typeof refusals;

interface Details {
  finding?: string;
  advice?: string | undefined;
  retryAfterSeconds?: number;
}

/** A sign-in that ends with a page saying why. */
export class SignInRefusal extends Error {
  readonly reason: SignInRefusalReason;
  /** What exactly did not fit, in a word for the log; never a value of a person. */
  readonly finding: string | undefined;
  /** What an operator has to change, in a sentence for the log; never a value of a person. */
  readonly advice: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Where the sign-in was to end, so that trying again leads there. */
  redirect: string | undefined;

  constructor(reason: SignInRefusalReason, details: Details = {}) {
    super(refusals[reason].title);
    this.name = 'SignInRefusal';
    this.reason = reason;
    this.finding = details.finding;
    this.advice = details.advice;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** A refusal on the way to a page; a provider that cannot be reached becomes one. */
  static from(error: SignInRefusal | ProviderUnreachable, redirect: string): SignInRefusal {
    const refusal = error instanceof SignInRefusal ? error : new SignInRefusal('unreachable', error);
    refusal.redirect ??= redirect;
    return refusal;
  }

  get page() {
    return refusals[this.reason];
  }
}
