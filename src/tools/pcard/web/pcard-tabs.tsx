import { ToolTabs } from '../../../platform/web/layout/tool-tabs.tsx';
import { pcard } from '../tool.ts';

const { process, runs } = pcard.screens;

export function PcardTabs() {
  return (
    <ToolTabs
      label="P-Card"
      tabs={[
        { title: 'Process', screen: process },
        { title: 'Runs', screen: runs },
      ]}
    />
  );
}
