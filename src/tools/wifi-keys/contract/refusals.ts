/** Refusals that several calls share. */
export const refusals = {
  'no-key': { kind: 'not-found', detail: "This Wi-Fi key doesn't exist." },
  'controller-down': {
    kind: 'unavailable',
    detail: "The Wi-Fi system isn't answering right now. Try again in a few minutes.",
  },
  unreadable: {
    kind: 'conflict',
    detail: "This Wi-Fi key can't be shown right now. Contact IT if this continues.",
  },
  gone: {
    kind: 'not-found',
    detail: 'This key no longer works. End it, and add the guest again.',
  },
  revoked: {
    kind: 'forbidden',
    detail: 'IT revoked your Wi-Fi key. Contact IT to get another one.',
  },
  'too-often': {
    kind: 'too-many',
    detail: "You've made too many keys. Try again in an hour, or contact IT.",
  },
} as const;
