import { expect, test } from 'vitest';
import { profileOf } from './profile-of.ts';

test('of several keys of the directory, none is taken', () => {
  const settings = {
    attributes: {
      ...{ subject: 'uid', email: 'mail', name: 'displayName', givenName: 'givenName', familyName: 'sn' },
      ...{ groups: ['isMemberOf'], directoryKey: 'employeeNumber' },
    },
    domains: ['college.example'],
    groups: new Map(),
  };
  const keyAmong = (employeeNumber: string[]) => {
    const attributes = new Map(Object.entries({ uid: ['ida'], employeeNumber }));
    return profileOf(settings as never, { attributes } as never, { warn() {} } as never).directoryKey;
  };
  expect([['17'], ['', '17'], ['17', '18'], []].map(keyAmong)).toEqual(['17', '17', undefined, undefined]);
});
