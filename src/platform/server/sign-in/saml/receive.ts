import { z } from 'zod';
import type { PostedResponse, Visit } from '../provider.ts';
import { safeRedirect } from '../redirect.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { adviceFor } from './advice.ts';
import { keepArrival } from './arrivals.ts';
import { WrongClock } from './check-assertion.ts';
import { type Checked, checkResponse } from './check-response.ts';
import { isOurId } from './messages.ts';
import { profileOf } from './profile-of.ts';
import { BadXml } from './read-xml.ts';
import type { SamlSettings } from './saml-settings.ts';
import { keepSession, sessionKeysOf } from './session-state.ts';

/** What we need to know about a sign-in when the browser comes back. */
export const ownShape = z.object({
  /** Requested without any interaction; the provider may respond that it needs some. */
  silent: z.boolean(),
});
export type Own = z.output<typeof ownShape>;

/**
 * Checks what a page of the provider made a browser post. Which browser is not known, since its cookies do not come
 * with such a form: who arrived is kept, and the browser is sent on to our own address, where it shows its cookie.
 * @throws SignInRefusal
 */
export async function receive(
  settings: SamlSettings,
  visit: Visit,
  { SAMLResponse, RelayState }: PostedResponse,
): Promise<{ location: string }> {
  if (SAMLResponse === undefined) throw new SignInRefusal('response', { finding: 'no response' });
  const checked = check(settings, SAMLResponse);
  const requestId = checked.kind === 'person' ? checked.vouched.requestId : checked.requestId;
  if (requestId === null) return startHere(settings, visit, RelayState);
  if (!isOurId(requestId)) throw new SignInRefusal('state', { finding: 'not our request' });
  const next = `${new URL(settings.callbackUrl).pathname}?state=${encodeURIComponent(requestId)}`;
  if (checked.kind === 'none') {
    return { location: `${next}&status=${encodeURIComponent(checked.codes.join(' '))}` };
  }
  const { vouched } = checked;
  const profile = profileOf(settings, vouched, visit.context.log);
  const kept = { profile, state: keepSession(vouched), sessionKeys: sessionKeysOf(vouched) };
  const isFirst = await keepArrival(visit.services, settings.name, requestId, kept);
  if (!isFirst) visit.context.log.warn({ provider: settings.name }, 'a SAML response arrived again');
  return { location: next };
}

function check(settings: SamlSettings, posted: string): Checked {
  try {
    return checkResponse(settings, posted);
  } catch (error) {
    if (error instanceof WrongClock) throw new SignInRefusal('clock', { finding: error.finding });
    if (!(error instanceof BadXml)) throw error;
    const { finding } = error;
    throw new SignInRefusal('response', { finding, advice: adviceFor(finding, settings) });
  }
}

/**
 * A response to no request proves nothing about this browser: anyone could have made it post their own. Where it is
 * allowed, the browser is sent to the provider as from our own page, and that sign-in is the one that counts.
 */
function startHere(settings: SamlSettings, { services }: Visit, relayState: unknown): { location: string } {
  if (!settings.providerInitiated) {
    throw new SignInRefusal('state', {
      finding: 'began at the provider',
      advice: 'To let people start on the pages of the provider, set providerInitiated: true.',
    });
  }
  const redirect = encodeURIComponent(safeRedirect(relayState, services.publicUrl));
  return { location: `/api/auth/providers/${settings.name}/login?redirect=${redirect}` };
}
