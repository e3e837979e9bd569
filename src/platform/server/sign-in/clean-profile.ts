import { email as emailShape, oneLine } from '../../contract/fields.ts';
import type { Profile } from './provider.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

/** A profile that may be stored: a confirmed college address in lower case, and names that can be shown. */
export interface CleanProfile extends Profile {
  givenName: string;
  familyName: string;
}

/** OpenID Connect allows 255 ASCII characters; other kinds use fewer. */
const maxSubjectLength = 255;

/**
 * Checks what decides whose account this is. Addresses are compared as ASCII in lower case: other letters
 * look alike and fold into each other (a dotless i), which has led to account takeovers elsewhere.
 * @throws SignInRefusal
 */
export function cleanProfile(profile: Profile, domains: readonly string[]): CleanProfile {
  const parsed = emailShape.safeParse(profile.email);
  if (!parsed.success || !/^[\x21-\x7e]+$/.test(parsed.data)) throw new SignInRefusal('no-email');
  if (!profile.emailVerified) throw new SignInRefusal('unverified-email');
  const email = parsed.data.toLowerCase();
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1))) throw new SignInRefusal('foreign-email');
  if (profile.subject === '' || profile.subject.length > maxSubjectLength || profile.subject.includes('\0')) {
    throw new SignInRefusal('token', { finding: 'subject' });
  }
  // A record has it without the spaces with which some systems pad it.
  const directoryKey = profile.directoryKey?.trim();
  return { ...profile, email, directoryKey, ...names(profile, email) };
}

function names(profile: Profile, email: string) {
  const givenName = oneLine(profile.givenName ?? '');
  const familyName = oneLine(profile.familyName ?? '');
  const name =
    oneLine(profile.name) || oneLine(`${givenName} ${familyName}`) || (email.split('@')[0] ?? email);
  const words = name.split(' ');
  return {
    name,
    givenName: givenName || (words[0] ?? name),
    familyName: familyName || (words.length > 1 ? (words.at(-1) ?? '') : ''),
  };
}
