import { defineTool } from '../../platform/contract/tool.ts';
import { readWifiGuide } from './contract.ts';

export const wifiKeys = defineTool({
  id: 'wifi-keys',
  title: 'Wi-Fi Keys',
  permissions: {
    'wifi-keys.open': "Get a Wi-Fi key of one's own, see it, and replace it.",
  },
  screens: {
    own: {
      path: '/support/wifi-key',
      title: 'Wi-Fi Key',
      access: 'wifi-keys.open',
      keywords: ['WiFi', 'wireless', 'network', 'password', 'internet', 'QR code'],
      reads: [readWifiGuide],
    },
  },
  tiles: [
    {
      place: '/support',
      screen: 'own',
      title: 'Wi-Fi Key',
      about: 'Your key for the campus network, and how to join.',
      icon: 'wifi',
      group: 'help',
      pinned: true,
    },
  ],
});
