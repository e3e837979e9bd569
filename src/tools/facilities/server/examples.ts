import type { ToolExamples } from '../../../platform/server/tool/examples.ts';

export const examples: ToolExamples = {
  variables: { QUAD_FACILITIES_ACCOUNT: 'an account number' },
  subjects: { revealFacilitiesSecret: async () => ({ secret: 'account' }) },
};
