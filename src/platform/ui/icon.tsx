import {
  Building2,
  ClipboardCheck,
  Folder,
  GraduationCap,
  KeyRound,
  LayoutGrid,
  LifeBuoy,
  Link2,
  ListChecks,
  type LucideIcon,
  Mail,
  Monitor,
  MonitorSmartphone,
  ShoppingBag,
  Users,
  Wifi,
} from 'lucide-react';
import type { IconName } from '../contract/tool.ts';

const icons: Record<IconName, LucideIcon> = {
  dashboard: LayoutGrid,
  computer: Monitor,
  link: Link2,
  queue: ListChecks,
  support: LifeBuoy,
  devices: MonitorSmartphone,
  people: Users,
  building: Building2,
  clipboard: ClipboardCheck,
  folder: Folder,
  mail: Mail,
  wifi: Wifi,
  key: KeyRound,
  store: ShoppingBag,
  graduation: GraduationCap,
};

/** An icon of a declaration, 1em unless told, hidden from assistive technology: the text beside it speaks. */
export function Icon({ name, size = '1.25em' }: { name: IconName; size?: number | string }) {
  const Drawing = icons[name];
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
}
