/** The requirements for a new password. The browser shows it while someone types, and the server decides by the same rules. */
export interface PasswordRules {
  minimumLength: number;
  /** The name and the email of the person. */
  names: readonly string[];
  /** In lower case; `null` while the list is loading. */
  common: ReadonlySet<string> | null;
}

export const longestPassword = 128;

export type PasswordRule = 'length' | 'common' | 'name';

/** Whether it meets each of the rules; an unknown list counts as met. */
export function judgePassword(password: string, rules: PasswordRules): Record<PasswordRule, boolean> {
  const length = [...password].length;
  return {
    length: length >= rules.minimumLength && password.length <= longestPassword,
    common: !isCommon(password, rules.common ?? new Set()),
    name: !containsName(password, rules.names),
  };
}

/** On the list, a word from it with some digits around it, or one piece over and over. */
function isCommon(password: string, list: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase();
  const word = lower.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const isPadded = word !== lower && word.length >= 4 && list.has(word) && word.length * 2 >= lower.length;
  return list.has(lower) || isPadded || /^(.{1,4})\1+.{0,3}$/u.test(lower) || isSequence(lower);
}

/** Each character follows the one before, as in 123456789012 or abcdefghijkl. */
function isSequence(lower: string): boolean {
  const codes = [...lower].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  return (
    steps.length >= 5 &&
    steps.filter((step) => Math.abs(step) === 1 || step === -9).length >= steps.length - 1
  );
}

/** Parts of four letters and more; shorter ones are in too many words. */
function containsName(password: string, names: readonly string[]): boolean {
  const plain = fold(password);
  const parts = names.flatMap((name) => fold(name.replace(/@.*$/, '')).split(/[^\p{L}\p{N}]+/u));
  return parts.some((part) => part.length >= 4 && plain.includes(part));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
