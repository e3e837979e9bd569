import { facilities } from '../tool.ts';
import { FacilitiesPage } from './facilities-page.tsx';

export function Screen() {
  return (
    <FacilitiesPage page="building-access-policy" title={facilities.screens.buildingAccessPolicy.title} />
  );
}
