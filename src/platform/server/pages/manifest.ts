import type { CampusData } from '../../contract/account.ts';

/** What a phone or a desktop shows when the portal is installed (W3C Web App Manifest). The build makes the icons. */
export function manifestOf({ product, college }: Pick<CampusData, 'product' | 'college'>) {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: `${product}, ${college}`,
    short_name: product,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf8f3',
    theme_color: '#1b564a',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  };
}
