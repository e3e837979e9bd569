import type { ListSubject } from './list-subject.ts';
import { raLogsList } from './ra-logs.ts';
import { shortLinksList } from './short-links.ts';

/** Every list that the rows `list`, `last-page` and `text-filter` measure. */
export const listSubjects: readonly ListSubject[] = [raLogsList, shortLinksList];
