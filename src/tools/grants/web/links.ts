import { grants } from '../tool.ts';

/** The page of an application. */
export function applicationPath(id: string): string {
  return grants.screens.edit.path.replace(':id', id);
}
