import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { allowWifiKey, type KeyEntry, listWifiKeys, replaceWifiKey, revokeWifiKey } from '../contract.ts';

const invalidates = [listWifiKeys];

/** What IT can do with a key; the person is notified of each. */
export function useKeyActions({ id, kind, label, person: { name } }: KeyEntry) {
  const replacing = useAction(replaceWifiKey, { invalidates });
  const revoking = useAction(revokeWifiKey, { invalidates });
  const allowing = useAction(allowWifiKey, { invalidates });
  const params = { id };
  const which = {
    own: `the key of ${name}`,
    device: `the key of ${name} for ${label}`,
    guest: `the key of ${label}, a guest of ${name}`,
  }[kind];
  const notified =
    kind === 'guest' ? `${name} is notified by email. The guest is not.` : 'They are notified by email.';
  return {
    /** What tells it from other keys, within a sentence. */
    which,
    replace: () =>
      replacing.run(
        { params },
        {
          confirm: {
            title: `Replace ${which}?`,
            text: 'The old key stops working right away, on all of their devices. They are notified by email and find the new key on their Wi-Fi page. You will not see it.',
            action: 'Replace',
            danger: true,
          },
          done: `${name} has a new key`,
          failed: 'The key was not replaced',
        },
      ),
    revoke: () =>
      revoking.run(
        { params },
        {
          confirm: {
            title: `Revoke ${which}?`,
            text:
              kind === 'own'
                ? `It stops working right away, and they get no other key until you allow it. ${notified}`
                : `It stops working right away. ${notified}`,
            action: 'Revoke',
            danger: true,
          },
          done: 'The key is revoked',
          failed: 'The key was not revoked',
        },
      ),
    allow: () =>
      allowing.run({ params }, { done: `${name} can get a new key`, failed: 'This was not changed' }),
  };
}
