import { defineTool } from '../../platform/contract/tool.ts';
import {
  listAttempts,
  listDeskResets,
  listExclusions,
  listFactsImports,
  readDesk,
  readResetForm,
} from './contract.ts';

export const passwordReset = defineTool({
  id: 'password-reset',
  title: 'Password Reset',
  permissions: {
    'password-reset.manage':
      'Import what the student system knows about people, see who tried to reset a password, exclude people, and check eligibility.',
    'password-reset.vouch':
      'Vouch for people who come to the desk with an ID, confirm what a colleague started, and unlock accounts.',
  },
  tokenPermissions: {
    'password-reset.import-facts': {
      about: 'Import what the student system knows about people, for password resets.',
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
    own: {
      path: '/account/password',
      title: 'Change My Password',
      access: 'signed-in',
      keywords: ['password', 'change'],
    },
    attempts: {
      path: '/support/password-reset/attempts',
      title: 'Password Reset Attempts',
      lead: 'Who tried to reset a password, from where, and how it went.',
      access: 'password-reset.manage',
      keywords: ['audit', 'password', 'fraud'],
      reads: [listAttempts],
    },
    exclusions: {
      path: '/support/password-reset/exclusions',
      title: 'Password Reset Exclusions',
      lead: "Accounts whose passwords can't currently be reset with the form or at the desk.",
      access: 'password-reset.manage',
      keywords: ['password', 'block', 'protect', 'stolen identity'],
      reads: [listExclusions],
    },
    eligibility: {
      path: '/support/password-reset/check-eligibility',
      title: 'Check Eligibility',
      lead: 'Whether someone can reset their own password, and if not, why.',
      access: 'password-reset.manage',
      keywords: ['password', 'reset'],
    },
    desk: {
      path: '/support/password-reset/desk',
      title: 'Reset at the Desk',
      lead: 'For people who come with an ID. Two people in IT vouch for them, each in their own session.',
      access: 'password-reset.vouch',
      keywords: ['password', 'ID', 'vouch', 'unlock', 'locked out', 'QR code'],
      reads: [readDesk, listDeskResets],
    },
    facts: {
      path: '/support/password-reset/facts',
      title: 'Identity Facts',
      lead: 'What people must know to reset their password, from the student system. Only keyed hashes are kept.',
      access: 'password-reset.manage',
      keywords: ['password', 'reset', 'import', 'CSV', 'student system', 'birthdate'],
      reads: [listFactsImports],
    },
  },
  tiles: [
    {
      place: '/support',
      screen: 'attempts',
      title: 'Password Reset Attempts',
      about: 'Who tried to reset a password, and how it went.',
      icon: 'history',
      group: 'it',
      heading: 'Password reset',
    },
    {
      place: '/support',
      screen: 'exclusions',
      title: 'Password Reset Exclusions',
      about: "Accounts whose passwords can't currently be reset.",
      icon: 'exclusion',
      group: 'it',
      heading: 'Password reset',
    },
    {
      place: '/support',
      screen: 'eligibility',
      title: 'Check Eligibility',
      about: 'Whether someone can reset their own password.',
      icon: 'check',
      group: 'it',
      heading: 'Password reset',
    },
    {
      place: '/support',
      screen: 'desk',
      title: 'Reset at the Desk',
      about: 'Vouch for someone with an ID, together with a colleague.',
      icon: 'desk',
      group: 'it',
      heading: 'Password reset',
    },
    {
      place: '/support',
      screen: 'facts',
      title: 'Identity Facts',
      about: 'Import what people must know to reset their password.',
      icon: 'identity',
      group: 'it',
      heading: 'Password reset',
    },
  ],
});
