import { grants } from '../tool.ts';

/** The form with a draft. */
export function draftPath(id: string): string {
  return `${grants.screens.apply.path}?draft=${id}`;
}

/** The page of an application. */
export function applicationPath(id: string): string {
  return grants.screens.edit.path.replace(':id', id);
}
