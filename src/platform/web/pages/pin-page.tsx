import { usePathname } from 'wouter/use-browser-location';
import { PinButton } from './pin-button.tsx';
import { usePins } from './use-pins.ts';

/** Pins the tool whose page this is; nothing on pages without a tile. */
export function PinPage() {
  const pathname = usePathname();
  const pins = usePins();
  const tile = pins.tiles.find(({ to }) => to === pathname);
  return tile === undefined ? null : <PinButton tile={tile} pins={pins} what="this page" />;
}
