import type { SessionShape } from '../../../platform/contract/sign-in.ts';
import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../contract.ts';

const invalidates = [listOwnSessions];

/** Asks, ends one session, and says how it went. */
export function useEndSession({ id, device }: SessionShape): () => Promise<void> {
  const end = useWrite(endOwnSession, { invalidates });
  return async () => {
    const yes = await askToConfirm({
      title: `Sign out ${device}?`,
      text: 'Whoever uses that browser has to sign in again. What is typed and not saved there is lost.',
      action: 'Sign out',
      danger: true,
    });
    if (!yes) return;
    try {
      await end.send({ params: { id } });
      showToast({ title: `${device} is signed out` });
    } catch (error) {
      showToast({ tone: 'error', title: `${device} was not signed out`, text: asApiError(error).detail });
    }
  };
}

/** Asks, ends all but the present one, and says how it went. */
export function useEndOthers(count: number): () => Promise<void> {
  const end = useWrite(endOtherSessions, { invalidates });
  return async () => {
    const yes = await askToConfirm({
      title: 'Sign out everywhere else?',
      text: `${count === 1 ? 'One other session ends' : `${count} other sessions end`} at once. You stay signed in here.`,
      action: 'Sign out',
      danger: true,
    });
    if (!yes) return;
    try {
      await end.send({});
      showToast({ title: 'You are signed in only here' });
    } catch (error) {
      showToast({ tone: 'error', title: 'Nothing was signed out', text: asApiError(error).detail });
    }
  };
}
