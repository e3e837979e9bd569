import { z } from 'zod';
import {
  attributeName,
  dn,
  filterText,
  readServer,
  serverFields,
} from '../../platform/server/settings/ldap-server.ts';
import type { SettingMistake } from '../../platform/server/settings/mistakes.ts';

const source = z.enum(['ldap', 'csv']);
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

const { bindPassword: _fromTheEnvironment, ...addressFields } = serverFields;

const ldap = z.strictObject({
  ...addressFields,
  profile: z.enum(['active-directory', 'openldap']),
  /** Where people are; each place says what they are. */
  people: z
    .array(z.strictObject({ base: dn, filter: filterText.optional(), kind: z.enum(['employee', 'student']) }))
    .min(1),
  groups: z
    .strictObject({
      base: dn,
      /** Those to take, by name or DN: a list, or a map to our names. Without it, all. */
      names: z.union([z.array(z.string().min(1)), z.record(z.string().min(1), z.string().min(1))]).optional(),
      /** They give access, beside those of the sign-in provider. */
      giveAccess: z.boolean().default(false),
    })
    .optional(),
  attributes: z.partialRecord(z.enum(['key', 'confidential', ...fieldNames]), attributeName).default({}),
});
export type WrittenLdap = z.output<typeof ldap>;

const secretName = 'QUAD_DIRECTORY_SECRET';

export const directorySettings = {
  campus: z.strictObject({
    /** A CSV file that another program leaves, read each hour when it has changed. */
    file: z
      .string()
      .trim()
      .regex(/^\//, 'Use an absolute path, such as /var/lib/quad-import/people.csv.')
      .optional(),
    /** A directory server, read each hour. */
    ldap: ldap.optional(),
    /** The sources that count; what the first one does not say comes from the next. */
    order: z.array(source).min(1).optional(),
    /** Another order for single fields. */
    fields: z.partialRecord(z.enum([...fieldNames, 'kind', 'groups']), z.array(source).min(1)).default({}),
  }),
  environment: z.object({
    /** The password of the service account that reads the directory server. */
    [secretName]: z.string().trim().min(1).optional(),
  }),
  check(
    {
      campus,
      environment,
    }: { campus: { ldap?: WrittenLdap | undefined }; environment: { [secretName]?: string | undefined } },
    { file, mistakes }: { file: string; mistakes: SettingMistake[] },
  ): void {
    if (campus.ldap === undefined) return;
    const { groups } = campus.ldap;
    if (groups?.giveAccess === true && groups.names === undefined) {
      const what = 'Groups that give access have to be listed, so that no one else can make one.';
      mistakes.push({ where: `${file}, ldap.groups.names`, what, example: 'names: [Domain-IT]' });
    }
    readServer(campus.ldap, '', { where: `${file}, ldap`, mistakes });
    if (environment[secretName] !== undefined) return;
    const what = 'The password of the service account in ldap.bindDn is missing.';
    mistakes.push({ where: secretName, what, example: `${secretName}=...` });
  },
};
