import { v7 as uuid } from 'uuid';
import type { UnitOfWork } from '../change/change.ts';
import { byPermission } from '../change/verdict.ts';
import { type Reader, violatedUnique } from '../db/database.ts';
import { joinPerson } from '../directory/join.ts';
import { reencodePhoto } from '../photo/photo.ts';
import { namedPerson } from '../session/named-person.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Platform } from '../tool/server-tool.ts';
import { type CleanProfile, cleanProfile } from './clean-profile.ts';
import { askAboutRecord } from './directory-link.ts';
import {
  addIdentity,
  createPerson,
  dropLinkRequest,
  findPerson,
  findReplaced,
  leaveLinkRequest,
  updatePerson,
} from './people.ts';
import type { Arrival, Provider } from './provider.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

export interface AdmitServices {
  platform: Pick<Platform, 'change' | 'reader'>;
  sessions: Sessions;
}

/** The browser that the session is for. */
export interface Client {
  clientAddress: string;
  userAgent: string;
  requestId: string;
  previousToken: string | undefined;
}

/**
 * Turns a person whom a provider vouches for into a person with a session.
 * @returns The token of the session.
 * @throws SignInRefusal if the address is unconfirmed, not the college's, or belongs to someone else here
 */
export async function admit(
  services: AdmitServices,
  provider: Provider,
  arrival: Arrival,
  client: Client,
): Promise<string> {
  const profile = cleanProfile(arrival.profile, provider.domains);
  try {
    return await admitOnce(services, provider, { ...arrival, profile }, client);
  } catch (error) {
    // The same new person in two tabs at once: the second attempt finds what the first one created.
    if (violatedUnique(error) === null) throw error;
    return admitOnce(services, provider, { ...arrival, profile }, client);
  }
}

async function admitOnce(
  { platform, sessions }: AdmitServices,
  provider: Provider,
  arrival: Arrival & { profile: CleanProfile },
  client: Client,
): Promise<string> {
  const { profile, state } = arrival;
  const found = await findPerson(platform.reader, provider.name, profile);
  const { ownerOfAddress } = found;
  const known = found.known ?? (await recognize(platform.reader, provider, profile));
  if (known?.disabled === true) throw new SignInRefusal('blocked');
  const person = { id: known?.personId ?? uuid(), name: profile.name, provider: provider.name };
  const { clientAddress, requestId } = client;
  const change = platform.change.changeAs({ actor: namedPerson(person), clientAddress, requestId });
  const isTaken = ownerOfAddress !== null && ownerOfAddress !== known?.personId;
  // An account whose address was given to someone else has no other to be known by.
  const isKeptOut = isTaken && (known === null || known.email_released_at !== null);
  const askWhose = async (unit: UnitOfWork, personId: string) =>
    leaveLinkRequest(unit, { provider: provider.name, profile, personId, isKeptOut });
  if (isKeptOut) {
    await change(async (unit) => {
      unit.demand(byPermission);
      // Someone who tries again before IT has decided changes nothing.
      if (!(await askWhose(unit, ownerOfAddress))) throw new SignInRefusal('link');
    });
    throw new SignInRefusal('link');
  }
  const photo = await readPhoto(arrival);
  return change(async (unit: UnitOfWork) => {
    unit.demand(byPermission);
    if (known !== null && found.known === null)
      await addIdentity(unit, { ...person, replaces: provider.replaces }, profile);
    if (known === null) await createPerson(unit, person, profile, photo ?? null);
    else await updatePerson(unit, { person, profile, photo, before: known, isTaken });
    if (isTaken) await askWhose(unit, ownerOfAddress);
    else await dropLinkRequest(unit.transaction, provider.name, profile.subject);
    // The address that they keep here until IT has decided may be someone else's in the directory.
    const emailTrusted = provider.trustedEmail && !isTaken ? [provider.name] : [];
    await joinPerson(unit.transaction, person.id, { key: profile.directoryKey, emailTrusted });
    if (!isTaken) await askAboutRecord(unit, { provider: provider.name, profile, personId: person.id });
    const token = await sessions.start(unit, {
      personId: person.id,
      provider: provider.name,
      subject: profile.subject,
      state,
      providerKeys: arrival.sessionKeys ?? [],
      previousToken: client.previousToken,
      userAgent: client.userAgent,
      clientAddress,
    });
    // Blocked since the lookup above: this whole sign-in is rolled back.
    if (token === null) throw new SignInRefusal('blocked');
    return token;
  });
}

/** Someone new to this provider whom the one before it knew. */
async function recognize(reader: Reader, { name, replaces }: Provider, profile: CleanProfile) {
  return replaces === undefined ? null : findReplaced(reader, { name, replaces }, profile);
}

/** `undefined` keeps the current photo. */
async function readPhoto({ photo }: Arrival): Promise<Buffer | null | undefined> {
  const found = await photo?.();
  return found === null || found === undefined ? found : ((await reencodePhoto(found)) ?? undefined);
}
