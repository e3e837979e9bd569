import { useState } from 'react';
import type { ApplicationDetails } from '../contract/shapes.ts';
import { valuesOf } from './application-values.ts';
import { changesBetween, sayFields } from './changed-fields.ts';

export interface Shown {
  /** What an approver has looked at: a vote can't be undone, so it counts for this version alone. */
  version: number;
  /** What the applicant has changed since, in words; empty where nothing. */
  changed: string;
  /** The person has looked at what has changed. */
  see: () => void;
}

/** Follows an application that is read again in the background, as long as nothing that was shown before has changed. */
export function useShown(application: ApplicationDetails): Shown {
  const [shown, setShown] = useState(application);
  const changed = sayChanges(shown, application);
  if (changed === '' && shown !== application) setShown(application);
  return { version: shown.version, changed, see: () => setShown(application) };
}

function sayChanges(before: ApplicationDetails, after: ApplicationDetails): string {
  const fields = sayFields(changesBetween(valuesOf(before), valuesOf(after)));
  const report = before.report?.submittedAt ?? null;
  const isReport = report !== null && report !== after.report?.submittedAt;
  return [fields, isReport ? 'Final report' : ''].filter(Boolean).join(', ');
}
