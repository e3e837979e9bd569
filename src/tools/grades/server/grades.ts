import type { Throttle } from '../../../platform/server/throttle/throttle.ts';
import type { GradesCampus } from '../settings.ts';

/** What the operations of this tool need besides the request. */
export interface Grades extends GradesCampus {
  /** Whether made-up files can be downloaded to try an upload. */
  demo: boolean;
  throttle: Throttle;
}
