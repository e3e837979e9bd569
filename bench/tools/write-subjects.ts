import { applicationForm, vote } from './grants.ts';
import { raLogForm } from './ra-logs.ts';
import { shortLinkForm } from './short-links.ts';
import type { WriteSubject } from './write-subject.ts';

/** Every form that the row `write` measures. */
export const writeSubjects: readonly WriteSubject[] = [raLogForm, shortLinkForm, applicationForm, vote];
