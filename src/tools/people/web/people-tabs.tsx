import { ToolTabs } from '../../../platform/web/layout/tool-tabs.tsx';
import { people } from '../tool.ts';

/** From a person to their permissions, and from a permission to its people. */
export function PeopleTabs() {
  const { people: list, holders } = people.screens;
  return (
    <ToolTabs
      label="People"
      tabs={[
        { title: 'People', screen: list },
        { title: 'Permissions', screen: holders },
      ]}
    />
  );
}
