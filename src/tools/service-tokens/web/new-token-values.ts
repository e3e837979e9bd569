import type { TokenChoices } from '../contract.ts';

/** What is typed into the form for a token. */
export interface TokenValues extends Record<string, unknown> {
  name: string;
  permissions: string[];
  pathPrefix: string;
  groups: string[];
  everyone: boolean;
  addresses: string;
  expiresOn: string;
}

/** With a single permission there is nothing to choose. */
export function emptyToken({ permissions, today }: TokenChoices): TokenValues {
  const [only, ...others] = permissions;
  return {
    name: '',
    permissions: only !== undefined && others.length === 0 ? [only.permission] : [],
    pathPrefix: '',
    groups: [],
    everyone: false,
    addresses: '',
    expiresOn: daysAfter(today, usualLife),
  };
}

/** Half the maximum, in days: long enough for a program that runs unattended, short enough to be checked. */
const usualLife = 180;

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function toBody({ addresses, ...values }: TokenValues) {
  return { ...values, addresses: addresses.split(/[\s,;]+/).filter((address) => address !== '') };
}
