import type { ProviderUnreachable } from '../session/groups-source.ts';

/** Why a sign-in ended without a session; the key is for the log, the rest is what the person reads. */
const refusals = {
  state: {
    status: 400,
    title: 'This sign-in could not be completed',
    text: 'It was started in another browser, took too long, or was already completed. Please start over.',
  },
  token: {
    status: 400,
    title: 'This sign-in could not be verified',
    text: 'What the sign-in service sent did not pass our checks. Try again. If it keeps happening, contact IT.',
  },
  response: {
    status: 403,
    title: 'This sign-in could not be verified',
    text: 'What the sign-in service sent did not pass our checks. Try again. If it keeps happening, contact IT.',
  },
  clock: {
    status: 400,
    title: 'The clocks do not match',
    text: "The sign-in service's clock and this portal's clock are too far apart. Please contact IT.",
  },
  cancelled: {
    status: 403,
    title: 'You are not signed in',
    text: 'The sign-in was canceled, or the sign-in service did not allow it.',
  },
  'no-email': {
    status: 403,
    title: 'Your account has no email address',
    text: 'The sign-in service did not send your email address, and this portal needs it. Please contact IT.',
  },
  'unverified-email': {
    status: 403,
    title: 'Your email address is not confirmed',
    text: 'The sign-in service has not confirmed your email address. Confirm it there, or ask IT.',
  },
  'foreign-email': {
    status: 403,
    title: 'This is not a college account',
    text: 'Sign in with the email address the college gave you.',
  },
  link: {
    status: 403,
    title: 'An administrator needs to link your accounts',
    text: 'Your email address already belongs to an account. It may be your own, from signing in another way, or that of someone who had the address before you. IT has been asked to decide. If you have signed in another way before, you still can.',
  },
  blocked: {
    status: 403,
    title: 'Your account is blocked',
    text: "You can't sign in. Please contact IT.",
  },
  'unknown-person': {
    status: 403,
    title: 'Unknown person',
    text: 'Choose one of the people on the list.',
  },
  credentials: {
    status: 403,
    title: 'You are not signed in',
    text: "The username or password is wrong, or the account can't be used right now. Try again. If you're sure of both, contact IT: a password that has expired or has to be changed first looks the same here.",
  },
  incomplete: {
    status: 400,
    title: 'You are not signed in',
    text: 'Enter your username and your password.',
  },
  overage: {
    status: 403,
    title: 'Your groups could not be read',
    text: 'You are in too many groups for the sign-in service to send, and this portal has no other way to read them yet. Please contact IT.',
  },
  'groups-unreadable': {
    status: 403,
    title: 'Your groups could not be read',
    text: 'The sign-in service did not let this portal read your groups. Please contact IT.',
  },
  'demo-elsewhere': {
    status: 403,
    title: 'The demo is for this machine only',
    text: 'You can only choose a demo person in a browser on the machine that runs this portal.',
  },
  'too-many': {
    status: 429,
    title: 'Too many failed sign-ins',
    text: 'Wait a while before you try again.',
  },
  unreachable: {
    status: 503,
    title: 'The sign-in service cannot be reached',
    text: "It isn't responding right now. Nothing is wrong with your account. Try again in a moment.",
  },
} as const;

export type SignInRefusalReason = keyof typeof refusals;

interface Details {
  finding?: string;
  advice?: string | undefined;
  retryAfterSeconds?: number;
}

/** A sign-in that ends with a page that says why. */
export class SignInRefusal extends Error {
  readonly reason: SignInRefusalReason;
  /** What exactly did not match, in a word for the log; never a value of a person. */
  readonly finding: string | undefined;
  /** What an operator has to change, in a sentence for the log; never a value of a person. */
  readonly advice: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Where the sign-in was to end, so that trying again goes there. */
  redirect: string | undefined;

  constructor(reason: SignInRefusalReason, details: Details = {}) {
    super(refusals[reason].title);
    this.name = 'SignInRefusal';
    this.reason = reason;
    this.finding = details.finding;
    this.advice = details.advice;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** A refusal that is shown as a page; an unreachable provider becomes one. */
  static from(error: SignInRefusal | ProviderUnreachable, redirect: string): SignInRefusal {
    const refusal = error instanceof SignInRefusal ? error : new SignInRefusal('unreachable', error);
    refusal.redirect ??= redirect;
    return refusal;
  }

  get page() {
    return refusals[this.reason];
  }
}
