import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { wifiKeys } from '../tool.ts';

export const examples: ToolExamples = {
  bodies: { createWifiKey: {} },
  states: [
    { name: 'key shown', path: wifiKeys.screens.own.path, person: 'student', steps: [{ press: 'Show' }] },
    {
      name: 'replace',
      path: wifiKeys.screens.own.path,
      person: 'student',
      steps: [{ press: 'Replace my key' }],
    },
  ],
};
