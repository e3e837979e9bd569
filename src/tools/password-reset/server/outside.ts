import { CaptchaDown } from '../../../platform/server/captcha/captcha.ts';
import { checkOutsideCaptcha } from '../../../platform/server/captcha/outside.ts';
import { LdapFailure } from '../../../platform/server/ldap/ldap-failure.ts';
import { oneByOne } from '../../../platform/server/ldap/ldap-session.ts';
import type { Campus } from '../../../platform/server/settings/campus.ts';
import type { Settings } from '../../../platform/server/settings/tool-settings.ts';
import { OutsideFailure, type OutsideSystem } from '../../../platform/server/tool/outside-system.ts';
import type { passwordResetSettings, ResetCampus, ResetEnvironment } from '../settings.ts';
import { checkRanges } from './link/breached.ts';
import { writerFor } from './writer/choose.ts';
import { DirectoryDown } from './writer/password-writer.ts';

/** The directory that keeps passwords, the captcha service, and the list of breached passwords. */
export function outsideOfReset(
  { campus, environment }: Settings<typeof passwordResetSettings>,
  { domains }: Campus,
): OutsideSystem[] {
  const { directory, captcha, breachedPasswords: list } = campus;
  const systems: (OutsideSystem | null)[] = [
    ...(directory === undefined ? [] : eachAddressOf(directory)).map(({ one, at }) => ({
      what: `directory of the password reset${at}`,
      async check() {
        const writer = writerFor(one, environment, { domains });
        await writer.check().catch(sayDown);
        await writer.checkRights?.().catch(sayDown);
        return 'it accepts this account and password; only a reset shows whether it may write passwords';
      },
    })),
    captcha.kind === 'altcha' ? null : outsideCaptcha(captcha, environment),
    list === undefined
      ? null
      : {
          what: 'list of breached passwords',
          async check() {
            await checkRanges(list).catch((error: unknown) => {
              throw new OutsideFailure('It did not answer with a range. Check url of breachedPasswords.', {
                cause: error,
              });
            });
            return 'it answers';
          },
        },
  ];
  return systems.filter((system) => system !== null);
}

/** Entra ID has only one. */
function eachAddressOf(directory: NonNullable<ResetCampus['directory']>) {
  if (directory.kind === 'entra') return [{ one: directory, at: '' }];
  return oneByOne(directory.url).map(({ urls, at }) => ({ one: { ...directory, url: urls }, at }));
}

function outsideCaptcha(
  captcha: Exclude<ResetCampus['captcha'], { kind: 'altcha' }>,
  { QUAD_CAPTCHA_SECRET: secret = '' }: ResetEnvironment,
): OutsideSystem {
  return {
    what: 'captcha service',
    async check() {
      await checkOutsideCaptcha({ ...captcha, secret }).catch((error: unknown) => {
        if (!(error instanceof CaptchaDown)) throw error;
        throw new OutsideFailure(
          `${error.message} Check captcha in password-reset.yaml and QUAD_CAPTCHA_SECRET.`,
        );
      });
      return 'it accepts this secret';
    },
  };
}

function sayDown(error: unknown): never {
  if (!(error instanceof DirectoryDown)) throw error;
  if (error.cause instanceof LdapFailure) throw error.cause;
  throw new OutsideFailure(`The directory can't be used (${error.code}).${adviceOn(error.code)}`);
}

/** For Entra ID, by the request that failed. */
function adviceOn(code: string): string {
  if (/^TOKEN_4/.test(code)) return ' Check tenantId, clientId, and QUAD_PASSWORD_RESET_SECRET.';
  return /^GRAPH_40[13]$/.test(code) ? ' Check the permissions of the application in Entra ID.' : '';
}
