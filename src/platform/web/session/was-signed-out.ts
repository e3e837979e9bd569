import { signedOutCookie } from '../../contract/signed-out-cookie.ts';

const pattern = new RegExp(`(?:^|; )((?:__Host-)?${signedOutCookie})=`);

/** Whether the last session in this browser was ended for good: by logging out, a block, or somebody who ended it. */
export function wasSignedOut(): boolean {
  return pattern.test(document.cookie);
}

/** Somebody is signed in again: an answer that was on its way meanwhile may have brought the cookie back. */
export function clearSignedOut(): void {
  const name = pattern.exec(document.cookie)?.[1];
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  if (name !== undefined) document.cookie = `${name}=; Path=/; Max-Age=0${secure}`;
}
