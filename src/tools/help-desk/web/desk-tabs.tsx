import { ToolTabs } from '../../../platform/web/layout/tool-tabs.tsx';
import { helpDesk } from '../tool.ts';

const { desk, incidents } = helpDesk.screens;

export function DeskTabs() {
  return (
    <ToolTabs
      label="Help desk"
      tabs={[
        { title: 'Tickets', screen: desk },
        { title: 'Known issues', screen: incidents },
      ]}
    />
  );
}
