import { useState } from 'react';
import type { ApiError } from '../../../platform/web/client/api-error.ts';
import type { ApplicationDetails } from '../contract/shapes.ts';
import { valuesOf } from './application-values.ts';
import { changesBetween, sayFields } from './changed-fields.ts';

export interface Shown {
  /** What an approver has seen: a vote can't be undone, so it counts only for this version. */
  version: number;
  /** What the applicant has changed since, in words; empty if nothing. */
  changed: string;
  /** The person has seen what has changed. */
  see: () => void;
  /** For a refusal: it has asked the person to check, so the version that the page then has is the one they act on. */
  onRefusal: (error: ApiError) => void;
}

/** Follows an application that is read again in the background, as long as nothing that was shown before has changed. */
export function useShown(application: ApplicationDetails): Shown {
  const { version } = application;
  const [shown, setShown] = useState(application);
  const [told, setTold] = useState<number | null>(null);
  const [refused, setRefused] = useState<number | null>(null);
  const changed = sayChanges(shown, application);
  const see = () => {
    setShown(application);
    setTold(null);
  };
  if (changed === '' && shown !== application) see();
  if (refused !== null && refused !== version) {
    setRefused(null);
    setTold(version);
  }
  const seen = told ?? shown.version;
  return {
    version: seen,
    changed,
    see,
    onRefusal: ({ reason }) => {
      if (reason === 'stale-version') setRefused(seen);
    },
  };
}

function sayChanges(before: ApplicationDetails, after: ApplicationDetails): string {
  const fields = sayFields(changesBetween(valuesOf(before), valuesOf(after)));
  const report = before.report?.submittedAt ?? null;
  const isReport = report !== null && report !== after.report?.submittedAt;
  const isFiles = filesOf(before) !== filesOf(after);
  return [fields, isFiles ? 'Attachments' : '', isReport ? 'Final report' : ''].filter(Boolean).join(', ');
}

/** Receipts belong to the final report. */
function filesOf({ attachments }: ApplicationDetails): string {
  return attachments
    .filter(({ isReceipt }) => !isReceipt)
    .map(({ id }) => id)
    .join(' ');
}
