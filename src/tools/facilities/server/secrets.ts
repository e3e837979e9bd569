import { type SecretName, secretName } from '../contract.ts';
import type { FacilitiesEnvironment } from '../settings.ts';

/** What a button may show, by its name; absent when the college has not configured it. */
export type FacilitiesSecrets = ReadonlyMap<SecretName, string>;

/** The labels that people see. */
export const secretLabels: Record<SecretName, string> = {
  account: 'account number',
  password: 'submittal password',
};

export function gatherSecrets({
  QUAD_FACILITIES_ACCOUNT: account,
  QUAD_FACILITIES_PASSWORD: password,
}: FacilitiesEnvironment): FacilitiesSecrets {
  const values: Record<SecretName, string | undefined> = { account, password };
  return new Map(
    secretName.options.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
