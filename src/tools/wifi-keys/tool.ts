import { defineTool } from '../../platform/contract/tool.ts';
import { listGuests, listWifiKeys, readWifiGuide } from './contract.ts';

export const wifiKeys = defineTool({
  id: 'wifi-keys',
  title: 'Wi-Fi Keys',
  permissions: {
    'wifi-keys.open': 'Get a Wi-Fi key of your own, see it, and replace it.',
    'wifi-keys.sponsor': 'Give guests a Wi-Fi key for a few days, and end it.',
    'wifi-keys.manage': 'See who has Wi-Fi keys, never the keys, and replace, revoke, or allow them.',
  },
  // Both use the network's guide, and managers the call for one's own key, with which they make that of someone else.
  includes: { 'wifi-keys.sponsor': ['wifi-keys.open'], 'wifi-keys.manage': ['wifi-keys.open'] },
  notifications: {
    'wifi-keys.expiry': {
      title: 'Your Wi-Fi key',
      about: 'It expires soon.',
      access: 'wifi-keys.open',
    },
  },
  screens: {
    own: {
      path: '/support/wifi-key',
      title: 'Wi-Fi Key',
      access: 'wifi-keys.open',
      keywords: ['WiFi', 'wireless', 'network', 'password', 'internet', 'QR code'],
      reads: [readWifiGuide],
    },
    guests: {
      path: '/support/wifi-key/guests',
      title: 'Guest Wi-Fi',
      lead: 'Give a visitor their own key for 1 to 14 days. It is emailed to them.',
      access: 'wifi-keys.sponsor',
      keywords: ['WiFi', 'visitor', 'sponsor', 'guest key'],
      reads: [listGuests],
    },
    manage: {
      path: '/departments/information-technology/wifi-keys',
      title: 'Wi-Fi Keys',
      lead: 'Who has a key and when it expires. The keys themselves are never shown.',
      access: 'wifi-keys.manage',
      keywords: ['WiFi', 'wireless', 'revoke', 'guests'],
      reads: [listWifiKeys],
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
    {
      place: '/support',
      screen: 'guests',
      title: 'Guest Wi-Fi',
      about: 'Give visitors a key for a few days.',
      icon: 'guest-pass',
      group: 'help',
    },
    {
      place: '/departments/information-technology',
      screen: 'manage',
      title: 'Wi-Fi Keys',
      about: 'See who has a key, and replace or revoke it.',
      icon: 'router',
      group: 'it',
    },
  ],
});
