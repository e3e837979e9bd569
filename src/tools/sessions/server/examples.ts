import type { ToolExamples } from '../../../platform/server/tool/examples.ts';

export const examples: ToolExamples = { endsSessions: ['endOtherSessions', 'endOwnSession'] };
