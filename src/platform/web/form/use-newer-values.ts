import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { type Answers, newerValues } from './newer-values.ts';
import type { SeenVersion } from './use-seen-version.ts';

/**
 * Once the page has read what someone else saved first, the form takes over what this person did not change.
 * @param current The form's initial values, made from the row as the page now knows it.
 * @param answers Fields that are answered by one question.
 */
export function useNewerValues<Values extends Record<string, unknown>, Version extends number | undefined>(
  fields: UseFormReturnType<Values>,
  { isRead, version }: SeenVersion<Version>,
  current: Values,
  answers: Answers<Values> = [],
): void {
  const known = useRef({ version, values: current });
  useEffect(() => {
    if (!isRead || known.current.version === version) return;
    const before = known.current.values;
    known.current = { version, values: current };
    fields.setValues(newerValues(fields.getValues(), { before, current }, answers));
    fields.resetDirty(current);
  });
}
