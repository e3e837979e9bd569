import { useState } from 'react';
import type { ApiError } from '../client/api-error.ts';

export interface SeenVersion<Version> {
  /** To send with the change. */
  version: Version;
  /** For the form's `onProblem`. */
  onProblem: (problem: ApiError) => void;
  /** After such a problem: the page has read what someone else saved. */
  isRead: boolean;
  /** The person's own change has made this version, if the form or the page stays. */
  note: (version: Version) => void;
}

/**
 * The version of a row that the person is looking at, even after the page has read a newer one in the background. It goes
 * out with each change, so that no one overwrites a version they haven't seen. When an error tells them that someone else
 * changed the row, the newest version counts as seen.
 * @param current As the page now knows it.
 * @param first What was seen when the form opened, if that may be older.
 */
export function useSeenVersion<Version extends number | undefined>(
  current: Version,
  first = current,
): SeenVersion<Version> {
  const [seen, setSeen] = useState<{ version: Version } | null>({ version: first });
  const [refused, setRefused] = useState<{ version: Version } | null>(null);
  const version = seen === null ? current : seen.version;
  return {
    version,
    isRead: refused !== null && refused.version !== current,
    onProblem: ({ reason }) => {
      if (reason !== 'stale-version') return;
      setRefused({ version });
      setSeen(null);
    },
    note: (version) => setSeen({ version }),
  };
}
