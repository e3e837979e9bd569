import type { PageSources } from '../http/headers.ts';

/** What the browser needs to render one: `siteKey` is public. */
export type CaptchaForm =
  | { kind: 'altcha' }
  | { kind: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string };

export interface Captcha {
  readonly form: CaptchaForm;
  /** What the page with the form loads from an outside service. */
  readonly sources?: PageSources;
  /** A new puzzle for the browser, for kinds that have one. */
  challenge?(): Promise<object>;
  /**
   * Whether this was solved, for the first time. Anything that a form may contain is accepted, and
   * wrong. @throws CaptchaDown if that can't be determined; such a form is refused
   */
  verify(value: unknown): Promise<boolean>;
}

/** The service that checks captchas isn't answering. */
export class CaptchaDown extends Error {
  override readonly name = 'CaptchaDown';
}
