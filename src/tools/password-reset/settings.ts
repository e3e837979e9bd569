import { z } from 'zod';
import {
  attributeName,
  dn,
  filterText,
  type LdapServer,
  readServer,
  serverFields,
} from '../../platform/server/settings/ldap-server.ts';
import type { SettingMistake } from '../../platform/server/settings/mistakes.ts';

const { bindPassword: _fromTheEnvironment, ...addressFields } = serverFields;

const ldap = z.strictObject({
  ...addressFields,
  kind: z.literal('ldap'),
  profile: z.enum(['active-directory', 'openldap']),
  peopleBase: dn,
  peopleFilter: filterText.optional(),
  /** The attribute that has the college email. */
  emailAttribute: attributeName.default('mail'),
});
type WrittenLdap = z.output<typeof ldap>;

const safeUrl = z
  .url()
  .refine(
    (url) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(url),
    'Write an address that begins with https://.',
  );

const entra = z.strictObject({
  kind: z.literal('entra'),
  tenantId: z.string().trim().min(1).max(200),
  clientId: z.string().trim().min(1).max(200),
  /** The property that has the college email; the user principal name by default. */
  emailAttribute: z.enum(['mail', 'userPrincipalName']).default('mail'),
  /** For a national cloud. */
  graphUrl: safeUrl.default('https://graph.microsoft.com'),
  loginUrl: safeUrl.default('https://login.microsoftonline.com'),
});
const directory = z.discriminatedUnion('kind', [ldap, entra]);
type WrittenDirectory = z.output<typeof directory>;

/** How much work the browser does before it can send the form: rounds of PBKDF2 for each try, and tries. */
const altcha = z.strictObject({
  kind: z.literal('altcha').default('altcha'),
  rounds: z.int().min(1).max(100_000),
  tries: z.tuple([z.int().min(1), z.int().min(2).max(100_000)]),
});
/** A service outside the college; its secret is in the environment. */
const outsideCaptcha = z.strictObject({
  kind: z.enum(['turnstile', 'hcaptcha', 'recaptcha']),
  siteKey: z.string().trim().min(1).max(200),
  /** For an address other than the service's usual one, such as a regional one. */
  verifyUrl: safeUrl.optional(),
});
const captcha = z.union([outsideCaptcha, altcha]);
const usualCaptcha: z.output<typeof altcha> = { kind: 'altcha', rounds: 1_000, tries: [400, 800] };

const captchaSecretName = 'QUAD_CAPTCHA_SECRET';
const secretName = 'QUAD_PASSWORD_RESET_SECRET';

const limit = (attempts: number, hours: number) =>
  z
    .strictObject({ attempts: z.int().min(1).max(100_000), hours: z.int().min(1).max(24) })
    .default({ attempts, hours });

export const passwordResetSettings = {
  campus: z.strictObject({
    /** Where passwords are kept. Without it, only the demo's people can reset theirs. */
    directory: directory.optional(),
    /** People in one of these groups can never reset their password with the form or at the desk. */
    protectedGroups: z.array(z.string().trim().min(1)).default(['Domain-IT']),
    /** Attempts for one typed name, and from one network. */
    limits: z
      .strictObject({
        perName: limit(5, 24),
        perNetwork: limit(10, 1),
        /** For how many people someone in IT may vouch, confirm, or unlock an account within 24 hours. */
        deskPerDay: z.int().min(1).max(1_000).default(20),
      })
      .prefault({}),
    captcha: captcha.default(usualCaptcha),
    /** A list of breached passwords that is queried by range. Without it, none is used. */
    breachedPasswords: z
      .strictObject({ url: safeUrl.default('https://api.pwnedpasswords.com/range/') })
      .optional(),
    /** For a new password. */
    minimumLength: z.int().min(8).max(64).default(12),
    /** How long attempts and their payload are kept. */
    keepDays: z.int().min(1).max(3_650).default(90),
  }),
  environment: z.object({
    /** The password of the account that writes passwords, or the secret of the application in Entra ID. */
    [secretName]: z.string().trim().min(1).optional(),
    /** For the captcha service. */
    [captchaSecretName]: z.string().trim().min(1).optional(),
  }),
  check(
    {
      campus,
      environment,
    }: {
      campus: { directory?: WrittenDirectory | undefined; captcha: z.output<typeof captcha> };
      environment: { [secretName]?: string | undefined; [captchaSecretName]?: string | undefined };
    },
    { file, mistakes }: { file: string; mistakes: SettingMistake[] },
  ): void {
    if (campus.captcha.kind !== 'altcha' && environment[captchaSecretName] === undefined) {
      const missing = `The secret of ${campus.captcha.kind} is missing.`;
      mistakes.push({ where: captchaSecretName, what: missing, example: `${captchaSecretName}=...` });
    }
    if (campus.directory === undefined) return;
    if (campus.directory.kind === 'ldap')
      readServer(campus.directory, '', { where: `${file}, directory`, mistakes });
    if (environment[secretName] !== undefined) return;
    const what = 'The secret of the account that writes passwords is missing.';
    mistakes.push({ where: secretName, what, example: `${secretName}=...` });
  },
};

/** @throws never: the settings were checked */
export function serverOf(written: WrittenLdap, bindPassword: string): LdapServer {
  const server = readServer(written, bindPassword, { where: '', mistakes: [] });
  if (server === null) throw new Error('The settings of the directory were not checked.');
  return server;
}

export type ResetEnvironment = z.output<typeof passwordResetSettings.environment>;
export type ResetCampus = z.output<typeof passwordResetSettings.campus>;
