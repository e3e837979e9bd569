import { ToolTabs } from '../../../platform/web/layout/tool-tabs.tsx';
import { raLogs } from '../tool.ts';

const { add, mine, logs, followUps, board } = raLogs.screens;

/** Links between the screens of RA logs. */
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
