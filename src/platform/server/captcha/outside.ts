import { z } from 'zod';
import type { Unaudited } from '../change/unaudited.ts';
import type { PageSources } from '../http/headers.ts';
import { fetchWhole } from '../outside/fetch-whole.ts';
import { type Captcha, CaptchaDown } from './captcha.ts';
import { claimOnce } from './used.ts';

export type OutsideKind = 'turnstile' | 'hcaptcha' | 'recaptcha';

export interface OutsideSettings {
  kind: OutsideKind;
  siteKey: string;
  secret: string;
  /** Where solved ones are checked, if not at the service's usual address. */
  verifyUrl?: string | undefined;
  /** The name of this portal: a captcha that was solved on another site doesn't count. */
  hostname: string;
  /** The longest that someone waits for the service, in milliseconds. */
  patience?: number;
}

const recaptcha = 'https://www.google.com/recaptcha/';
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** According to each service's documentation. */
const services: Readonly<Record<OutsideKind, { verifyUrl: string; sources: PageSources }>> = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    sources: { script: ['https://challenges.cloudflare.com'], frame: ['https://challenges.cloudflare.com'] },
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    sources: { script: hcaptcha, frame: hcaptcha, style: hcaptcha, connect: hcaptcha },
  },
  recaptcha: {
    verifyUrl: `${recaptcha}api/siteverify`,
    sources: {
      script: [recaptcha, 'https://www.gstatic.com/recaptcha/'],
      frame: [recaptcha, 'https://recaptcha.google.com/recaptcha/'],
    },
  },
};

/** Longer than any service's answer, and what a form may send. */
const longestAnswer = 4_096;
/** For a response, which has less than one kilobyte. */
const mostBytes = 64 * 1024;
/** Longer than any service accepts the same answer. */
const rememberMs = 60 * 60 * 1_000;

const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

/** What is wrong with the answer itself; any other complaint is about us or the service. */
const aboutTheAnswer = new Set([
  ...['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'],
  ...['already-seen-response', 'expired-input-response', 'invalid-or-already-seen-response'],
]);

/**
 * Turnstile, hCaptcha, or reCAPTCHA version 2, which share one interface. The service learns the person's address from
 * the widget; we don't send it.
 */
export function createOutsideCaptcha(
  { unaudited }: { unaudited: Unaudited },
  settings: OutsideSettings,
): Captcha {
  const { kind, siteKey, hostname } = settings;
  return {
    form: { kind, siteKey },
    sources: services[kind].sources,
    async verify(value) {
      if (typeof value !== 'string' || value === '' || value.length > longestAnswer) return false;
      const { success, hostname: solvedAt } = await judge(settings, value);
      if (!success || solvedAt !== hostname) return false;
      return claimOnce(unaudited, `${kind}\n${value}`, new Date(Date.now() + rememberMs));
    },
  };
}

/** Finds out whether the service accepts our secret, with a made-up answer. @throws CaptchaDown */
export async function checkOutsideCaptcha(settings: Omit<OutsideSettings, 'hostname'>): Promise<void> {
  await judge(settings, 'made up, to try the secret');
}

/** @throws CaptchaDown if the service doesn't answer, or complains about us */
async function judge(settings: Omit<OutsideSettings, 'hostname'>, value: string) {
  const { kind, siteKey, secret, patience = 5_000, verifyUrl = services[kind].verifyUrl } = settings;
  const verdict = await ask(verifyUrl, { secret, response: value, sitekey: siteKey }, patience);
  const { success, 'error-codes': codes = [] } = verdict;
  if (!success && !codes.every((code) => aboutTheAnswer.has(code)))
    throw new CaptchaDown(`The captcha service refused the request: ${codes.join(', ')}.`);
  return verdict;
}

async function ask(
  url: string,
  fields: Record<string, string>,
  patience: number,
): Promise<z.output<typeof verdict>> {
  try {
    const body = new URLSearchParams(fields);
    const response = await fetchWhole(url, { method: 'POST', body, most: mostBytes, patience });
    if (!response.ok) throw new Error(`It responded with ${response.status}.`);
    return verdict.parse(await response.json());
  } catch (error) {
    // The cause names the address of the service, never the answer or the secret.
    throw new CaptchaDown('The captcha service did not answer.', { cause: error });
  }
}
