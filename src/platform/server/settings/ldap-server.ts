import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FilterParser } from 'ldapts';
import { z } from 'zod';
import { isLoopbackHost } from './environment.ts';
import type { SettingMistake } from './mistakes.ts';

/** How to reach a directory server. */
export interface LdapServer {
  /** Tried in this order; for a minute, the one that answered goes first. */
  urls: readonly string[];
  startTls: boolean;
  /** Certificates that are trusted instead of the system's, as PEM text. */
  ca: string | undefined;
  /** The service account, which searches. */
  bindDn: string;
  bindPassword: string;
}

export const dn = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9-]*=/, 'Write a DN, such as OU=People,DC=college,DC=edu.');
export const attributeName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'Write the name of an attribute, such as mail.');
export const filterText = z.string().refine(isFilter, 'Write an LDAP filter, such as (objectClass=person).');

function isFilter(written: string): boolean {
  try {
    FilterParser.parseString(written);
    // The parser adds what is missing at the end.
    return written.startsWith('(') && written.split('(').length === written.split(')').length;
  } catch {
    return false;
  }
}

const ldapUrl = z
  .string()
  .trim()
  .refine((written) => {
    const url = URL.canParse(written) ? new URL(written) : null;
    return (
      (url?.protocol === 'ldap:' || url?.protocol === 'ldaps:') &&
      url.hostname !== '' &&
      /^\/?$/.test(url.pathname) &&
      !/[?#@]/.test(written)
    );
  }, 'This must be an address such as ldaps://dc1.college.edu or ldaps://dc1.college.edu:3269.');

/** The fields of a server in an entry of a YAML file. */
export const serverFields = {
  /** One address, or several that hold the same directory. */
  url: z.union([ldapUrl.transform((url) => [url]), z.array(ldapUrl).min(1).max(5)]),
  startTls: z.boolean().default(false),
  /** The path of a file with the certificates of the college's own authority. */
  ca: z.string().startsWith('/', 'Use an absolute path, such as /etc/quad/college-ca.pem.').optional(),
  bindDn: z.string().trim().min(1),
  /** Read separately: it names an environment variable. */
  bindPassword: z.unknown(),
};

interface WrittenServer {
  url: readonly string[];
  startTls: boolean;
  ca?: string | undefined;
  bindDn: string;
}

/**
 * Checks what the shape of single fields can not: no password is ever sent unencrypted to another machine.
 * @param mistakes Gets what is wrong.
 * @returns `null` after a mistake
 */
export function readServer(
  { url: urls, startTls, ca, bindDn }: WrittenServer,
  bindPassword: string,
  { where, mistakes }: { where: string; mistakes: SettingMistake[] },
): LdapServer | null {
  const before = mistakes.length;
  for (const written of urls) {
    const { protocol, hostname } = new URL(written);
    if (protocol === 'ldaps:' && startTls)
      mistakes.push({
        where: `${where}, startTls`,
        what: 'An ldaps:// address is already encrypted. Use ldap:// with startTls, or leave startTls out.',
      });
    if (protocol === 'ldap:' && !startTls && !isLoopbackHost(hostname))
      mistakes.push({
        where: `${where}, url`,
        what: `With ${written}, passwords would be sent unencrypted to another machine.`,
        example: `url: ldaps://${hostname}, or startTls: true`,
      });
  }
  const certificates = ca === undefined ? undefined : readCertificates(ca, { where, mistakes });
  if (mistakes.length > before) return null;
  return { urls, startTls, ca: certificates, bindDn, bindPassword };
}

function readCertificates(
  file: string,
  { where, mistakes }: { where: string; mistakes: SettingMistake[] },
): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text);
    return text;
  } catch {
    mistakes.push({
      where: `${where}, ca`,
      what: `${file} cannot be read, or is not a certificate in PEM form.`,
    });
    return undefined;
  }
}
