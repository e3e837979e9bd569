import type { CallInput } from '../../contract/call.ts';
import type { submitSignIn } from '../../contract/sign-in.ts';
import type { CallContext } from '../http/context.ts';
import type { RenderedPage } from '../pages/pages.ts';
import type { GroupsSource } from '../session/groups-source.ts';
import type { Platform } from '../tool/server-tool.ts';

/** What a provider says about somebody. */
export interface Profile {
  /** The provider's own name for the person, never used again for another. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  givenName?: string | undefined;
  familyName?: string | undefined;
  /** Already in our names; what the provider may not assert is left out. */
  groups: readonly string[];
}

/** Somebody whom a provider vouches for. */
export interface Arrival {
  profile: Profile;
  /** What the provider wants back when it is asked again, or at the logout. */
  state: string | null;
  redirect: string;
  /** The photo as it is stored there; `null`: there is none; `undefined`: it could not be read now. */
  photo?: () => Promise<Uint8Array | null | undefined>;
}

/** Where the browser goes next. */
export type Step = { location: string } | { page: RenderedPage };

export type ProviderServices = Pick<
  Platform,
  'publicUrl' | 'reader' | 'unaudited' | 'secrets' | 'throttle' | 'pages' | 'log'
>;

/** A browser at the door, and what a provider may use to answer it. */
export interface Visit {
  readonly context: CallContext;
  readonly services: ProviderServices;
}

/** What our sign-in form sends, with the redirect made safe. */
export type SignInForm = CallInput<typeof submitSignIn>['body'] & { redirect: string };

/** One configured way to sign in. */
export interface Provider extends GroupsSource {
  readonly name: string;
  readonly title: string;
  /** The email domains whose people it may vouch for, in lower case. */
  readonly domains: readonly string[];
  /** Our names of the groups that it may assert. */
  readonly groups: readonly string[];
  /** Makes ready what the provider keeps in our database, and loads what it needs later; called once at the start. */
  prepare?(services: ProviderServices): Promise<void>;
  /** Finds out whether it can be reached and is what the settings say. @throws what is wrong with it */
  check?(): Promise<void>;
  /** Begins a sign-in that is to end at `redirect`. @throws SignInRefusal, ProviderUnreachable */
  start(visit: Visit, wish: { redirect: string }): Promise<Step>;
  /** A form of ours was sent. @throws SignInRefusal, ProviderUnreachable */
  submit?(visit: Visit, form: SignInForm): Promise<Arrival>;
  /**
   * The browser comes back from the provider, with these parameters; another `location` where it has to go there again.
   * @throws SignInRefusal, ProviderUnreachable
   */
  callback?(visit: Visit, parameters: URLSearchParams): Promise<Arrival | { location: string }>;
  /** Where the browser ends its session at the provider; `null` where that is not supported. Never throws. */
  logoutUrl?(state: string | null): Promise<string | null>;
}
