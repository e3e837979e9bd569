import { type SecretName, secretName } from '../contract.ts';

/** What a button may show, by its name; absent when the college has not configured it. */
export type FacilitiesSecrets = ReadonlyMap<SecretName, string>;

/** The labels that people see. */
export const secretLabels: Record<SecretName, string> = {
  account: 'account number',
  password: 'submittal password',
};

export function gatherSecrets(values: Record<SecretName, string | undefined>): FacilitiesSecrets {
  return new Map(
    secretName.options.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Shorter ones may be in an ordinary text by chance. */
const shortestRevealing = 4;

/** The secret that a text itself reveals, if it does. */
export function findGivenAway(text: string, secrets: FacilitiesSecrets): SecretName | null {
  const found = [...secrets].find(([, value]) => value.length >= shortestRevealing && text.includes(value));
  return found?.[0] ?? null;
}
