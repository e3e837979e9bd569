import type { TokenActor } from '../actor/actor.ts';
import type { Verdict } from '../change/verdict.ts';
import { forbidden } from '../refusal/refusal.ts';

/**
 * Whether a token may write a file at this path, which has to be below its folder. A path that a file system would read
 * differently (`..`, an empty segment, a backslash) is below no folder.
 */
export function mayPublishAt({ files }: TokenActor, path: string): Verdict {
  if (files === null) return () => forbidden('This service token may not publish files.');
  const isPlain = path.split('/').every((segment) => !['', '.', '..'].includes(segment));
  if (isPlain && !path.includes('\\') && path.startsWith(files.pathPrefix)) return true;
  return () => forbidden(`This service token may only publish files below "${files.pathPrefix}".`);
}

/** Whether a token may publish a file for these groups; none of them means everyone who is signed in. */
export function mayPublishFor({ files }: TokenActor, groups: readonly string[]): Verdict {
  if (files === null) return () => forbidden('This service token may not publish files.');
  if (groups.length === 0) {
    return files.everyone || (() => forbidden('This service token may not publish files for everyone.'));
  }
  const beyond = groups.filter((group) => !files.groups.includes(group));
  if (beyond.length === 0) return true;
  return () => forbidden(`This service token may not publish files for ${beyond.join(', ')}.`);
}
