import { certificateCodes } from './certificate-codes.ts';

/** A server of the college, in the words of its settings. */
export interface NamedServer {
  /** Follows "the": "mail server". */
  what: string;
  /** The setting that has its address. */
  setting: string;
  /** Follows "name its certificate file", for an authority of the college's own. */
  authority: string;
  /** Follows "usually": "465 with smtps://, and 587 with smtp://". */
  ports: string;
}

/**
 * What happened and what to check, in one or two sentences, when no connection can be made or kept.
 * @param code That of Node.js, or `ETLS` for a server without STARTTLS @returns `undefined` for other codes
 */
export function connectionAdvice(
  code: string,
  { what, setting, authority, ports }: NamedServer,
): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the ${what} is for a different name. Use the name in the certificate in ${setting}.`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `The certificate of the ${what} has expired, or is not valid yet. Renew it on that server, or correct the clock of this machine.`;
  if (certificateCodes.test(code))
    return `The certificate of the ${what} is not trusted. If the college has its own authority, name its certificate file ${authority}.`;
  if (code === 'ENOTFOUND')
    return `The ${what} could not be reached: its name in ${setting} is unknown. Check its spelling, and the DNS of this machine.`;
  if (code === 'ECONNREFUSED')
    return `The ${what} could not be reached: nothing listens there. Check whether the server is running, and the port in ${setting}.`;
  if (code === 'ETIMEDOUT')
    return `The ${what} did not answer in time. If it never does, check its name and port in ${setting}, and the firewalls in between.`;
  if (code === 'ETLS' || code.startsWith('ERR_SSL_'))
    return `No secure connection to the ${what} could be made. Check its port in ${setting}: usually ${ports}.`;
  if (code === 'ECONNRESET')
    return `The connection to the ${what} ended. If it does each time, check the port in ${setting}: usually ${ports}.`;
  return undefined;
}
