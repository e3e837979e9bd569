import { z } from 'zod';
import type { ProviderEntry } from '../../settings/campus.ts';
import { mistakesOf } from '../../settings/mistakes.ts';
import type { Provider } from '../provider.ts';
import { domainsOf, type EntryContext, entryFields, readSecret, secureUrl } from '../provider-entry.ts';
import { createOidcProvider } from './oidc-provider.ts';

/** Asymmetric ones only: with HS256 the client secret would be the key, and `none` is no signature. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

const entryShape = z.strictObject({
  ...entryFields,
  kind: z.literal('oidc'),
  issuer: secureUrl,
  clientId: z.string().min(1),
  clientSecret: z.string().optional(),
  scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)).default(['openid', 'profile', 'email']),
  /** More parameters of the authorization request, such as Google's `access_type: offline`. */
  parameters: z.record(z.string().regex(/^[a-z_]+$/), z.string()).default({}),
  groupsClaim: z.string().min(1).default('groups'),
  groupsFrom: z.enum(['token', 'userinfo', 'graph']).default('token'),
  overage: z.enum(['userinfo', 'graph']).optional(),
  graphUrl: secureUrl.default('https://graph.microsoft.com/v1.0'),
  emailClaim: z.string().min(1).default('email'),
  verifiedClaim: z.string().min(1).default('email_verified'),
  trustEmail: z.boolean().default(false),
  /** A person is joined to the directory record with their address; `directoryKeyClaim` is the better way. */
  joinByEmail: z.boolean().default(false),
  /** The claim that holds the key of the directory, such as an employee number. */
  directoryKeyClaim: z.string().min(1).optional(),
  photoUrl: secureUrl.optional(),
  algorithms: z.array(z.enum(algorithms)).min(1).default(['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']),
  clockSkewSeconds: z.int().min(1).max(600).default(300),
  endSessionAtProvider: z.boolean().default(true),
  /** What the provider is asked to prompt for after someone has signed out, or wants another account; `false`: nothing. */
  promptAfterSignOut: z.union([z.enum(['login', 'select_account']), z.literal(false)]).optional(),
});

/** Google knows no `login`: at most, it lets people choose an account. */
const promptDefault = (issuer: string) =>
  issuer === 'https://accounts.google.com' ? 'select_account' : 'login';

/** One OpenID Connect provider as `campus.yaml` describes it; see `README.md` in this folder. */
export type OidcSettings = Omit<
  z.output<typeof entryShape>,
  'clientSecret' | 'domains' | 'kind' | 'promptAfterSignOut'
> & {
  promptAfterSignOut: 'login' | 'select_account' | false;
  /** `null`: a public client, protected by PKCE alone. */
  clientSecret: string | null;
  domains: readonly string[];
  callbackUrl: string;
  homeUrl: string;
};

/** Reads an entry of kind `oidc`; `null` when it has mistakes. */
export function readOidcProvider(entry: ProviderEntry, context: EntryContext): Provider | null {
  const parsed = entryShape.safeParse(entry);
  const secret = readSecret(entry, 'clientSecret', context);
  if (!parsed.success) {
    context.mistakes.push(...mistakesOf(parsed.error, context.where, entry));
    return null;
  }
  if (!parsed.data.scopes.includes('openid')) {
    context.mistakes.push({
      where: `${context.where}, scopes`,
      what: '"openid" is missing.',
      example: '[openid, profile, email]',
    });
    return null;
  }
  if (secret === undefined) return null;
  const { publicUrl, campus } = context;
  const settings = parsed.data;
  return createOidcProvider({
    ...settings,
    clientSecret: secret,
    promptAfterSignOut: settings.promptAfterSignOut ?? promptDefault(settings.issuer),
    domains: domainsOf(parsed.data, campus),
    callbackUrl: `${publicUrl}/api/auth/providers/${settings.name}/callback`,
    homeUrl: `${publicUrl}/`,
  });
}
