/** What the browser needs to draw one. */
export type CaptchaForm = { kind: 'altcha' };

export interface Captcha {
  readonly form: CaptchaForm;
  /** A new riddle for the browser, for kinds that have one. */
  challenge?(): Promise<object>;
  /**
   * Whether this was solved, for the first time. Anything that a form may hold is accepted, and wrong.
   * @throws CaptchaDown when no one can tell; such a form is refused
   */
  verify(value: unknown, clientAddress: string): Promise<boolean>;
}

/** The service that checks captchas doesn't answer. */
export class CaptchaDown extends Error {
  override readonly name = 'CaptchaDown';
}
