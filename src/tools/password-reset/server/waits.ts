import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { importFacts } from '../contract.ts';
import { passwordReset } from '../tool.ts';
import { whyFactsMissing } from './is-open.ts';
import type { Reset } from './reset.ts';

/** For IT: the form is closed because there is nothing to recognize people by. @param started When this instance did */
export async function listMissingFacts(
  reset: Pick<Reset, 'secrets' | 'writer'>,
  reader: Reader,
  viewer: PersonActor,
  started: Date,
): Promise<readonly WaitingEntry[]> {
  if (reset.writer === null || !mayCall(viewer, importFacts)) return [];
  const why = await whyFactsMissing(reset, reader);
  if (why === null) return [];
  return [
    {
      key: 'facts',
      title: 'Import identity facts for the password reset',
      about: "Until then, the form says that passwords can't be reset here.",
      since: why === 'never-imported' ? started : why.since,
      link: passwordReset.screens.facts.path,
    },
  ];
}
