import { z } from 'zod';
import {
  attributeName,
  dn,
  filterText,
  readServer,
  serverFields,
} from '../../platform/server/settings/ldap-server.ts';
import type { SettingMistake } from '../../platform/server/settings/mistakes.ts';

/** `csv`, or the name of a directory server. */
const source = z.string().min(1);
const fieldNames = [
  'accountName',
  'email',
  'givenName',
  'familyName',
  'title',
  'department',
  'departmentCode',
  'phone',
  'fax',
  'mailbox',
] as const;

/** The passwords of service accounts. Each server names its own. */
const secretNames = [
  'QUAD_DIRECTORY_SECRET',
  'QUAD_DIRECTORY_SECRET_2',
  'QUAD_DIRECTORY_SECRET_3',
  'QUAD_DIRECTORY_SECRET_4',
] as const;
type SecretName = (typeof secretNames)[number];

const ldap = z.strictObject({
  ...serverFields,
  /** What `order` and `fields` call it. */
  name: z
    .string()
    .regex(/^(?!csv$)[a-z][a-z0-9-]{0,29}$/, 'Use lower-case letters, digits, and hyphens, and not "csv".')
    .default('ldap'),
  bindPassword: z
    .enum(
      secretNames.map((name) => `$${name}` as const),
      {
        error:
          'A secret does not belong in this file. Name $QUAD_DIRECTORY_SECRET, or the one that ends with _2, _3, or _4.',
      },
    )
    .default('$QUAD_DIRECTORY_SECRET'),
  profile: z.enum(['active-directory', 'openldap']),
  /** Where people are; each place says what they are. */
  people: z
    .array(z.strictObject({ base: dn, filter: filterText.optional(), kind: z.enum(['employee', 'student']) }))
    .min(1),
  groups: z
    .strictObject({
      base: dn,
      /** Those to use, by name or DN: a list, or a map to our names. Without it, all. */
      names: z.union([z.array(z.string().min(1)), z.record(z.string().min(1), z.string().min(1))]).optional(),
      /** They give access, in addition to those of the sign-in provider. */
      giveAccess: z.boolean().default(false),
    })
    .optional(),
  attributes: z
    .partialRecord(z.enum(['key', 'confidential', 'photo', ...fieldNames]), attributeName)
    .default({}),
});
export type WrittenLdap = z.output<typeof ldap>;

const password = z.string().trim().min(1).optional();

/** The variable that a server names for its password. */
export function secretOf({ bindPassword }: WrittenLdap): SecretName {
  return bindPassword.slice(1) as SecretName;
}

export const directorySettings = {
  campus: z.strictObject({
    /** A CSV file that another program writes, read each hour if it has changed. */
    file: z
      .string()
      .trim()
      .regex(/^\//, 'Use an absolute path, such as /var/lib/quad-import/people.csv.')
      .optional(),
    /** A directory server, or a list of several, each with a name. They are read each hour. */
    ldap: z.preprocess(
      (written) => (written === undefined || Array.isArray(written) ? written : [written]),
      z.array(ldap).max(secretNames.length).default([]),
    ),
    /** The sources, all that are read; what the first one does not say comes from the next. Without `csv`, no file is accepted. */
    order: z.array(source).min(1).optional(),
    /** A different order for individual fields. */
    fields: z.partialRecord(z.enum([...fieldNames, 'kind', 'groups']), z.array(source).min(1)).default({}),
  }),
  environment: z.object({
    /** The password of the service account that reads the directory server. */
    QUAD_DIRECTORY_SECRET: password,
    /** Those of further directory servers. */
    QUAD_DIRECTORY_SECRET_2: password,
    QUAD_DIRECTORY_SECRET_3: password,
    QUAD_DIRECTORY_SECRET_4: password,
  }),
  check(
    {
      campus,
      environment,
    }: { campus: Written; environment: Readonly<Partial<Record<SecretName, string | undefined>>> },
    { file, mistakes }: { file: string; mistakes: SettingMistake[] },
  ): void {
    const names = campus.ldap.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) {
      const what = `Two directory servers are called "${twice}". Give each a name of its own.`;
      mistakes.push({ where: `${file}, ldap`, what, example: 'name: students' });
    }
    const known = [...names, 'csv'];
    for (const name of new Set([
      ...(campus.order ?? []),
      ...Object.values(campus.fields).flatMap((names = []) => names),
    ])) {
      if (known.includes(name)) continue;
      const what = `There is no source "${name}". There are ${known.join(', ')}.`;
      mistakes.push({ where: `${file}, order and fields`, what });
    }
    for (const name of campus.file === undefined ? names : known) {
      if (campus.order?.includes(name) !== false) continue;
      const what = `The source "${name}" is read, but is not in the order, so it would not count. Add it to the order, or remove its settings.`;
      mistakes.push({ where: `${file}, order`, what });
    }
    for (const server of campus.ldap) checkServer(server, environment[secretOf(server)], { file, mistakes });
  },
};

interface Written {
  file?: string | undefined;
  ldap: readonly WrittenLdap[];
  order?: readonly string[] | undefined;
  fields: Readonly<Record<string, readonly string[] | undefined>>;
}

function checkServer(
  server: WrittenLdap,
  secret: string | undefined,
  { file, mistakes }: { file: string; mistakes: SettingMistake[] },
): void {
  const where = `${file}, ldap${server.name === 'ldap' ? '' : ` ${server.name}`}`;
  if (server.groups?.giveAccess === true && server.groups.names === undefined) {
    const what = 'Groups that give access have to be listed, so that no one else can make one.';
    mistakes.push({ where: `${where}, groups.names`, what, example: 'names: [Domain-IT]' });
  }
  readServer(server, '', { where, mistakes });
  if (secret !== undefined) return;
  const name = secretOf(server);
  const what = `The password of the service account ${server.bindDn} is missing.`;
  mistakes.push({ where: name, what, example: `${name}=...` });
}
