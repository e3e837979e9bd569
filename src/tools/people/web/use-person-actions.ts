import type { SessionShape } from '../../../platform/contract/sign-in.ts';
import type { ApiError } from '../../../platform/web/client/api-error.ts';
import type { Question } from '../../../platform/web/feedback/confirm.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import {
  changePerson,
  endPersonSession,
  endPersonSessions,
  listPeople,
  type Person,
  readPerson,
} from '../contract.ts';

const invalidates = [listPeople, readPerson];
type Named = Pick<Person, 'id' | 'name'>;

/** A colleague may have made the same change a moment ago. */
const failing =
  (title: string) =>
  ({ reason }: ApiError) =>
    reason === 'stale-version' ? 'Nothing was changed' : title;

export function useEndOne({ id, name }: Named, session: SessionShape): () => Promise<boolean> {
  const end = useAction(endPersonSession, { invalidates });
  return () =>
    end.run(
      { params: { id, sessionId: session.id } },
      {
        confirm: {
          title: `Sign ${name} out of ${session.device}?`,
          text: 'Anything typed and not saved there is lost.',
          action: 'Sign out',
          danger: true,
        },
        done: 'The session was ended',
        failed: failing('The session was not ended'),
      },
    );
}

export function useEndAll({ id, name }: Named): () => Promise<boolean> {
  const end = useAction(endPersonSessions, { invalidates });
  return () =>
    end.run(
      { params: { id } },
      {
        confirm: {
          title: `Sign ${name} out everywhere?`,
          text: 'Every browser is signed out. They can sign in again.',
          action: 'Sign out everywhere',
          danger: true,
        },
        done: `${name} is signed out everywhere`,
        failed: failing('The sessions were not ended'),
      },
    );
}

/** Blocks a person, or unblocks one. */
export function useBlock({ id, name, blocked, version }: Person): () => Promise<boolean> {
  const change = useAction(changePerson, { invalidates });
  const confirm: Question = blocked
    ? {
        title: `Unblock ${name}?`,
        text: 'They can sign in again, with the groups the directory gives them then.',
        action: 'Unblock',
      }
    : {
        title: `Block ${name}?`,
        text: "They are signed out everywhere and can't sign in. Their data is kept.",
        action: 'Block',
        danger: true,
      };
  const words = blocked
    ? { done: `${name} can sign in again`, failed: failing(`${name} is still blocked`) }
    : { done: `${name} is blocked`, failed: failing(`${name} was not blocked`) };
  return () => change.run({ params: { id }, body: { blocked: !blocked, version } }, { confirm, ...words });
}
