import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';

/** Why someone can't be vouched for, with the reasons that IT may see. */
export function DeskProblem({ error }: { error: ApiError }) {
  return (
    <ProblemAlert>
      <span>{error.detail}</span>
      {Object.values(error.fields).map((why) => (
        <span key={why}>{why}</span>
      ))}
    </ProblemAlert>
  );
}
