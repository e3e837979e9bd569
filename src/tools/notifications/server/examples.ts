import type { ToolExamples } from '../../../platform/server/tool/examples.ts';

export const examples: ToolExamples = {
  bodies: { saveNotification: { topic: 'help-desk.tickets', choice: 'digest' } },
};
