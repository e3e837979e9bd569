import { signedOutCookie } from '../../contract/signed-out-cookie.ts';

const pattern = new RegExp(`(?:^|; )((?:__Host-)?${signedOutCookie})=`);

/** Whether the last session in this browser was ended for good: by signing out, a block, or someone else. */
export function wasSignedOut(): boolean {
  return pattern.test(document.cookie);
}

/** Someone is signed in again: a response that was on its way may have set the cookie again. */
export function clearSignedOut(): void {
  const name = pattern.exec(document.cookie)?.[1];
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  if (name !== undefined) document.cookie = `${name}=; Path=/; Max-Age=0${secure}`;
}
