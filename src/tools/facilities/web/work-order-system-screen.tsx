import { facilities } from '../tool.ts';
import { FacilitiesPage } from './facilities-page.tsx';

export function Screen() {
  return <FacilitiesPage page="work-order-system" title={facilities.screens.workOrderSystem.title} />;
}
