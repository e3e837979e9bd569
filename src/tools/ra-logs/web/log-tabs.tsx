import { ToolTabs } from '../../../platform/web/layout/tool-tabs.tsx';
import { raLogs } from '../tool.ts';

const { add, mine, logs, followUps, board } = raLogs.screens;

/** From one screen of RA logs to the others. */
export function LogTabs() {
  return (
    <ToolTabs
      label="RA logs"
      tabs={[
        { title: 'New log', screen: add },
        { title: 'My logs', screen: mine },
        { title: 'RA Logs', screen: logs },
        { title: 'My follow-ups', screen: followUps },
        { title: 'Board', screen: board },
      ]}
    />
  );
}
