import { facilities } from '../tool.ts';
import { FacilitiesPage } from './facilities-page.tsx';

export function Screen() {
  return <FacilitiesPage page="key-request-process" title={facilities.screens.keyRequestProcess.title} />;
}
