import type { CallInput } from '../../contract/call.ts';
import type { receiveResponse, submitSignIn } from '../../contract/sign-in.ts';
import type { CallContext } from '../http/context.ts';
import type { RenderedPage } from '../pages/pages.ts';
import type { GroupsSource } from '../session/groups-source.ts';
import type { Platform } from '../tool/server-tool.ts';
import type { SignInRefusal, SignInRefusalReason } from './sign-in-refusal.ts';

/** What a provider says about a person. */
export interface Profile {
  /** The provider's own name for the person, never reused for another. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  givenName?: string | undefined;
  familyName?: string | undefined;
  /** The key of the person's directory record, where the provider knows it. */
  directoryKey?: string | undefined;
  /** Already in our names, without any that the provider may not assert. */
  groups: readonly string[];
}

/** A person whom a provider vouches for. */
export interface Arrival {
  profile: Profile;
  /** What the provider needs when it is asked again, or at logout. */
  state: string | null;
  redirect: string;
  /** What the provider can end the session by without the browser, see `EndSessions`. */
  sessionKeys?: readonly string[];
  /** The photo that the provider has; `null`: it has none; `undefined`: it could not be read now. */
  photo?: () => Promise<Uint8Array | null | undefined>;
}

/** Where the browser goes next. */
export type Step = { location: string } | { page: RenderedPage };

export type ProviderServices = Pick<
  Platform,
  'publicUrl' | 'reader' | 'unaudited' | 'secrets' | 'throttle' | 'pages' | 'log'
>;

/** A browser that is signing in, and what a provider needs to respond to it. */
export interface Visit {
  readonly context: CallContext;
  readonly services: ProviderServices;
  /** The person chose to sign in with another account than the provider remembers. */
  readonly wantsAnother?: boolean;
}

/** What our sign-in form sends, with its redirect made safe. */
export type SignInForm = CallInput<typeof submitSignIn>['body'] & { redirect: string };

/** What a page of a provider makes the browser post to us. */
export type PostedResponse = CallInput<typeof receiveResponse>['body'];

/** Ends the sessions of this provider that have one of these keys. */
export type EndSessions = (keys: readonly string[]) => Promise<void>;

/** One configured way to sign in. */
export interface Provider extends GroupsSource {
  readonly name: string;
  readonly title: string;
  /** The email domains it may vouch for, in lower case. */
  readonly domains: readonly string[];
  /** Our names of the groups it may assert. */
  readonly groups: readonly string[];
  /** People change their password with us, in the college's own directory. */
  readonly hasDirectoryPasswords?: true;
  /** Where else they change it. */
  readonly passwordUrl?: string | undefined;
  /** The provider before this one: its people are recognized by their email address when they first come from this one. */
  readonly replaces?: string | undefined;
  /** An address that it asserts names the person of the directory record with that address. */
  readonly trustedEmail: boolean;
  /** What an operator has to change when a sign-in ends for one of these reasons, in a sentence for the log. */
  readonly advice?: Partial<Record<SignInRefusalReason, string>>;
  /** Prepares what the provider keeps in our database and loads what it needs; called once at startup. */
  prepare?(services: ProviderServices): Promise<void>;
  /** Checks that it can be reached and is what the settings say. @throws what is wrong with it */
  check?(): Promise<void>;
  /** Starts a sign-in that is to end at `redirect`. @throws SignInRefusal, ProviderUnreachable */
  start(visit: Visit, wish: { redirect: string }): Promise<Step>;
  /** Handles a form of ours. @throws SignInRefusal, ProviderUnreachable */
  submit?(visit: Visit, form: SignInForm): Promise<Arrival>;
  /** The form again, with what to change; `null`: the usual page says why it ended. */
  askAgain?(visit: Visit, form: SignInForm, refusal: SignInRefusal): Promise<RenderedPage | null>;
  /**
   * Checks what a page of the provider made a browser post, without knowing which browser it is.
   * @returns Where that browser goes next, to show that it began.
   * @throws SignInRefusal
   */
  receive?(visit: Visit, form: PostedResponse): Promise<{ location: string }>;
  /**
   * Handles the browser's return from the provider.
   * @returns A `location` when the browser has to go there again.
   * @throws SignInRefusal, ProviderUnreachable
   */
  callback?(visit: Visit, parameters: URLSearchParams): Promise<Arrival | { location: string }>;
  /** What the provider has to know about this portal, as XML. */
  metadata?(): Promise<string>;
  /**
   * Handles a sign-out that the provider began, or its response to one of ours.
   * @throws SignInRefusal
   */
  singleLogout?(visit: Visit, endSessions: EndSessions): Promise<{ location: string }>;
  /** Where the browser ends its session at the provider; `null` if that is not supported. Never throws. */
  logoutUrl?(state: string | null): Promise<string | null>;
}
