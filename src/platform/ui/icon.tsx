import {
  BookUser,
  Building2,
  ChartColumn,
  ClipboardCheck,
  ClipboardPen,
  DoorOpen,
  Folder,
  GraduationCap,
  House,
  KeyRound,
  KeySquare,
  LayoutGrid,
  LifeBuoy,
  Link2,
  ListChecks,
  type LucideIcon,
  Mail,
  Monitor,
  MonitorSmartphone,
  NotebookText,
  ShoppingBag,
  UserRoundCog,
  Users,
  Wifi,
  Wrench,
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
  contacts: UserRoundCog,
  directory: BookUser,
  building: Building2,
  house: House,
  door: DoorOpen,
  wrench: Wrench,
  clipboard: ClipboardCheck,
  round: ClipboardPen,
  notebook: NotebookText,
  chart: ChartColumn,
  folder: Folder,
  mail: Mail,
  wifi: Wifi,
  key: KeyRound,
  token: KeySquare,
  store: ShoppingBag,
  graduation: GraduationCap,
};

/** An icon of a declaration, 1em unless told, hidden from assistive technology: the text beside it speaks. */
export function Icon({ name, size = '1.25em' }: { name: IconName; size?: number | string }) {
  const Drawing = icons[name];
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
}
