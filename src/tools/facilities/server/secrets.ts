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
