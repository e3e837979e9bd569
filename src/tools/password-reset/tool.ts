import { defineTool } from '../../platform/contract/tool.ts';
import { listFactsImports, readResetForm } from './contract.ts';

export const passwordReset = defineTool({
  id: 'password-reset',
  title: 'Password Reset',
  permissions: {
    'password-reset.manage':
      'Import what the student system knows of people, see who tried to reset a password, exclude people, and check eligibility.',
  },
  tokenPermissions: {
    'password-reset.import-facts': {
      about: 'Import what the student system knows of people, for the password reset.',
    },
  },
  screens: {
    form: {
      path: '/support/password-reset',
      title: 'Password Reset',
      access: 'public',
      keywords: ['forgot', 'locked out', 'sign in', 'new password'],
      reads: [readResetForm],
    },
    newPassword: {
      path: '/support/password-reset/new-password',
      title: 'New Password',
      access: 'public',
    },
    facts: {
      path: '/support/password-reset/facts',
      title: 'Identity Facts',
      lead: 'What people have to know to reset their password, from the student system. Only keyed hashes are kept.',
      access: 'password-reset.manage',
      keywords: ['password', 'reset', 'import', 'CSV', 'student system', 'birthdate'],
      reads: [listFactsImports],
    },
  },
  tiles: [
    {
      place: '/support',
      screen: 'facts',
      title: 'Identity Facts',
      about: 'Import what people have to know to reset their password.',
      icon: 'identity',
      group: 'it',
      heading: 'Password reset',
    },
  ],
});
