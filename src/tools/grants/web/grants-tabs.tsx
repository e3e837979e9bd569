import { ToolTabs } from '../../../platform/web/layout/tool-tabs.tsx';
import { grants } from '../tool.ts';

const { applications, figures } = grants.screens;

/** For the committee. */
export function GrantsTabs() {
  return (
    <ToolTabs
      label="Funding applications"
      tabs={[
        { title: 'Applications', screen: applications },
        { title: 'Statistics', screen: figures },
      ]}
    />
  );
}
