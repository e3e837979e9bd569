import { z } from 'zod';
import type { ProviderEntry } from '../../settings/campus.ts';
import { isLoopbackHost } from '../../settings/environment.ts';
import { mistakesOf } from '../../settings/mistakes.ts';
import type { GroupMap } from '../groups.ts';
import type { Provider } from '../provider.ts';
import type { EntryContext } from '../read-providers.ts';
import { createOidcProvider } from './oidc-provider.ts';

/** Tokens travel to it: https, or this very machine for trials and tests. */
const secureUrl = z
  .url()
  .refine((written) => {
    const url = URL.canParse(written) ? new URL(written) : null;
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  }, 'This has to be an https address.')
  .refine((written) => !/[?#]/.test(written), 'This has to be an address without ? and #.');

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

const groupNames = z.union([
  z.array(z.string().min(1)).transform((names) => new Map(names.map((name) => [name, name]))),
  z.record(z.string().min(1), z.string().min(1)).transform((map) => new Map(Object.entries(map))),
]);

const entryShape = z.strictObject({
  name: z.string(),
  kind: z.literal('oidc'),
  title: z.string().trim().min(1).max(60),
  issuer: secureUrl,
  clientId: z.string().min(1),
  clientSecret: z.string().optional(),
  domains: z.array(z.string().toLowerCase().min(1)).min(1).optional(),
  scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)).default(['openid', 'profile', 'email']),
  /** More parameters of the authorization request, such as Google's `access_type: offline`. */
  parameters: z.record(z.string().regex(/^[a-z_]+$/), z.string()).default({}),
  groups: groupNames,
  groupsClaim: z.string().min(1).default('groups'),
  groupsFrom: z.enum(['token', 'userinfo', 'graph']).default('token'),
  overage: z.enum(['userinfo', 'graph']).optional(),
  graphUrl: secureUrl.default('https://graph.microsoft.com/v1.0'),
  emailClaim: z.string().min(1).default('email'),
  verifiedClaim: z.string().min(1).default('email_verified'),
  trustEmail: z.boolean().default(false),
  photoUrl: secureUrl.optional(),
  algorithms: z.array(z.enum(algorithms)).min(1).default(['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']),
  clockSkewSeconds: z.int().min(1).max(600).default(300),
  endSessionAtProvider: z.boolean().default(true),
});

/** One OpenID Connect provider as `campus.yaml` describes it; see `README.md` beside this file. */
export type OidcSettings = Omit<
  z.output<typeof entryShape>,
  'clientSecret' | 'domains' | 'groups' | 'kind'
> & {
  /** `null`: a public client, protected by PKCE alone. */
  clientSecret: string | null;
  domains: readonly string[];
  groups: GroupMap;
  callbackUrl: string;
  homeUrl: string;
};

/** Reads an entry of kind `oidc`; `null` when it has mistakes. */
export function readOidcProvider(entry: ProviderEntry, context: EntryContext): Provider | null {
  const parsed = entryShape.safeParse(entry);
  const secret = readSecret(entry.clientSecret, context);
  if (!parsed.success) {
    context.mistakes.push(...mistakesOf(parsed.error, context.where));
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
  const { domains, ...settings } = parsed.data;
  return createOidcProvider({
    ...settings,
    clientSecret: secret,
    domains: domains ?? campus.domains.map((domain) => domain.toLowerCase()),
    callbackUrl: `${publicUrl}/api/auth/providers/${settings.name}/callback`,
    homeUrl: `${publicUrl}/`,
  });
}

/** A secret stands in the environment; the file only names the variable. `undefined`: a mistake. */
function readSecret(
  written: unknown,
  { where, variables, mistakes }: EntryContext,
): string | null | undefined {
  if (written === undefined) return null;
  const at = `${where}, clientSecret`;
  const example = 'clientSecret: $QUAD_OIDC_SECRET';
  const variable = typeof written === 'string' ? /^\$([A-Z][A-Z0-9_]*)$/.exec(written)?.[1] : undefined;
  if (variable === undefined) {
    // The value is not repeated: it may be the secret itself.
    mistakes.push({
      where: at,
      what: 'A secret does not belong into this file; name an environment variable.',
      example,
    });
    return undefined;
  }
  const secret = variables[variable]?.trim() ?? '';
  if (secret !== '') return secret;
  mistakes.push({
    where: at,
    what: `The environment variable ${variable} is not set.`,
    example: `${variable}=...`,
  });
  return undefined;
}
