import { createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { ThrottleRule } from '../../throttle/throttle.ts';
import type { EndSessions, Visit } from '../provider.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { adviceForLogout } from './advice.ts';
import { logoutResponseAddress } from './messages.ts';
import { assertion, protocol, rsaSha256, rsaSha512 } from './names.ts';
import { BadXml, childrenNamed, onlyChild, readMessage, textOf } from './read-xml.ts';
import type { SamlSettings } from './saml-settings.ts';
import { sessionKey } from './session-state.ts';

const mostBytes = 64 * 1024;
/** A request is good for this long beyond the tolerated difference of the clocks, in milliseconds. */
const goodFor = 5 * 60_000;
const once: ThrottleRule = { limit: 1, windowSeconds: 3_600 };

interface LogoutRequest {
  id: string;
  /** Of the sessions to end. */
  keys: string[];
  relayState: string | null;
}

/**
 * The provider ends sessions of a person (SAML Profiles, section 4.4.3.2), by HTTP-Redirect only: there the signature
 * is over the whole message, so nothing can be wrapped around it. Its response to a sign-out of ours only brings
 * the browser home.
 * @throws SignInRefusal
 */
export async function singleLogout(
  settings: SamlSettings,
  { context, services }: Visit,
  endSessions: EndSessions,
): Promise<{ location: string }> {
  const parameters = readRaw(context.rawQuery);
  if (!parameters.has('SAMLRequest')) return { location: '/' };
  const { logoutResponseUrl } = settings.provider;
  let request: LogoutRequest;
  try {
    request = readRequest(settings, parameters);
  } catch (error) {
    if (!(error instanceof BadXml)) throw error;
    const { finding } = error;
    throw new SignInRefusal('response', { finding, advice: adviceForLogout(finding, settings) });
  }
  const { id, keys, relayState } = request;
  const mark = `saml logout:${sessionKey(settings.name, id)}`;
  if ((await services.throttle.look(mark, once)).allowed) {
    await endSessions(keys);
    // Only now: a request that could not be done is done when it comes again, and not answered with a success.
    await services.throttle.take(mark, once);
  }
  if (logoutResponseUrl === null) return { location: '/' };
  return { location: logoutResponseAddress(settings, logoutResponseUrl, { requestId: id, relayState }) };
}

/** Name to value, both as they were sent: the signature is over these characters. */
function readRaw(query: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const name = at === -1 ? pair : pair.slice(0, at);
    // Of two with one name, the signature would be about one, and another part of us might read the other.
    if (found.has(name)) throw new SignInRefusal('response', { finding: 'repeated parameter' });
    found.set(name, at === -1 ? '' : pair.slice(at + 1));
  }
  return found;
}

function readRequest(settings: SamlSettings, parameters: ReadonlyMap<string, string>): LogoutRequest {
  assertSigned(settings, parameters);
  const root = readMessage(inflate(clear(parameters, 'SAMLRequest') ?? ''));
  if (root.namespaceURI !== protocol || root.localName !== 'LogoutRequest')
    throw new BadXml('not a LogoutRequest');
  if (root.getAttribute('Destination') !== settings.singleLogoutUrl) throw new BadXml('Destination');
  if (textOf(onlyChild(root, assertion, 'Issuer')) !== settings.provider.entityId) throw new BadXml('Issuer');
  const age = Date.now() - Date.parse(root.getAttribute('IssueInstant') ?? '');
  const skew = settings.clockSkewSeconds * 1_000;
  if (!(age >= -skew && age <= skew + goodFor)) throw new BadXml('IssueInstant');
  const name = textOf(onlyChild(root, assertion, 'NameID'));
  const indexes = childrenNamed(root, protocol, 'SessionIndex').map(textOf);
  const id = root.getAttribute('ID') ?? '';
  if (id === '' || name === '') throw new BadXml('no ID or name');
  return {
    id,
    keys: indexes.length === 0 ? [sessionKey(name, null)] : indexes.map((index) => sessionKey(name, index)),
    relayState: clear(parameters, 'RelayState'),
  };
}

function clear(parameters: ReadonlyMap<string, string>, name: string): string | null {
  const raw = parameters.get(name);
  if (raw === undefined) return null;
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    throw new BadXml('encoding');
  }
}

function assertSigned({ provider }: SamlSettings, parameters: ReadonlyMap<string, string>): void {
  const hashes: Readonly<Record<string, string>> = { [rsaSha256]: 'RSA-SHA256', [rsaSha512]: 'RSA-SHA512' };
  const signature = clear(parameters, 'Signature');
  if (signature === null) throw new BadXml('not signed');
  const hash = hashes[clear(parameters, 'SigAlg') ?? ''];
  if (hash === undefined) throw new BadXml('signature algorithm');
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg']
    .filter((name) => parameters.has(name))
    .map((name) => `${name}=${parameters.get(name)}`)
    .join('&');
  const bytes = Buffer.from(signature, 'base64');
  if (!provider.keys.some((key) => createVerify(hash).update(signed).verify(key, bytes)))
    throw new BadXml('signature');
}

function inflate(written: string): string {
  try {
    return inflateRawSync(Buffer.from(written, 'base64'), { maxOutputLength: mostBytes }).toString('utf8');
  } catch {
    throw new BadXml('not deflated');
  }
}
