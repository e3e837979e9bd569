import type { SessionShape } from '../../../platform/contract/sign-in.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../contract.ts';

const invalidates = [listOwnSessions];

export function useEndSession({ id, device }: SessionShape): () => Promise<boolean> {
  const end = useAction(endOwnSession, { invalidates });
  return () =>
    end.run(
      { params: { id } },
      {
        confirm: {
          title: `Sign out ${device}?`,
          text: 'You can sign in there again. Anything typed and not saved there is lost.',
          action: 'Sign out',
          danger: true,
        },
        done: `${device} is signed out`,
        failed: `${device} was not signed out`,
      },
    );
}

/** Signs out all sessions but this one. */
export function useEndOthers(count: number): () => Promise<boolean> {
  const end = useAction(endOtherSessions, { invalidates });
  return () =>
    end.run(
      {},
      {
        confirm: {
          title: 'Sign out everywhere else?',
          text: `${count === 1 ? 'One other session ends' : `${count} other sessions end`} immediately. You stay signed in here.`,
          action: 'Sign out',
          danger: true,
        },
        done: 'You are signed in only here',
        failed: 'No session was ended',
      },
    );
}
