import type { SessionShape } from '../../../platform/contract/sign-in.ts';
import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm, type Question } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
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

/** Asks, does it, and says how it went. */
async function carryOut(
  question: Question,
  work: () => Promise<unknown>,
  said: { done: string; failed: string },
): Promise<void> {
  if (!(await askToConfirm(question))) return;
  try {
    await work();
    showToast({ title: said.done });
  } catch (error) {
    const { detail, reason } = asApiError(error);
    // What was asked for may be so by now, by somebody else's hand.
    const title = reason === 'stale-version' ? 'You changed nothing' : said.failed;
    showToast({ tone: 'error', title, text: detail });
  }
}

export function useEndOne({ id, name }: Named, session: SessionShape): () => Promise<void> {
  const end = useWrite(endPersonSession, { invalidates });
  return () =>
    carryOut(
      {
        title: `End the session of ${name} in ${session.device}?`,
        text: 'That browser is signed out at its next step. What is typed and not saved there is lost.',
        action: 'End session',
        danger: true,
      },
      () => end.send({ params: { id, sessionId: session.id } }),
      { done: 'The session has ended', failed: 'The session was not ended' },
    );
}

export function useEndAll({ id, name }: Named): () => Promise<void> {
  const end = useWrite(endPersonSessions, { invalidates });
  return () =>
    carryOut(
      {
        title: `End all sessions of ${name}?`,
        text: 'Every browser is signed out at its next step; signing in again stays possible.',
        action: 'End all',
        danger: true,
      },
      () => end.send({ params: { id } }),
      { done: `${name} is signed out everywhere`, failed: 'The sessions were not ended' },
    );
}

/** Blocks a person, or lets them in again. */
export function useBlock({ id, name, blocked, version }: Person): () => Promise<void> {
  const change = useWrite(changePerson, { invalidates });
  const question: Question = blocked
    ? {
        title: `Let ${name} in again?`,
        text: 'The person may sign in again, with the groups that the directory tells then.',
        action: 'Let in again',
      }
    : {
        title: `Block ${name}?`,
        text: 'All sessions end at once and nobody gets in with this account. What belongs to the person stays.',
        action: 'Block',
        danger: true,
      };
  const said = blocked
    ? { done: `${name} may sign in again`, failed: `${name} is still blocked` }
    : { done: `${name} is blocked`, failed: `${name} was not blocked` };
  return () =>
    carryOut(question, () => change.send({ params: { id }, body: { blocked: !blocked, version } }), said);
}
