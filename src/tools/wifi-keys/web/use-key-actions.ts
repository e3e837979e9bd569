import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { allowWifiKey, type KeyEntry, listWifiKeys, replaceWifiKey, revokeWifiKey } from '../contract.ts';
import { stopsWorking } from './stops-working.ts';

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
  const afterRevoking = {
    own: `${name} gets no other key until you allow it, and is notified by email. Their keys for devices and guests work until you revoke them, too.`,
    device: `${name} is notified by email.`,
    guest: `${name} is notified by email. The guest is not.`,
  }[kind];
  return {
    /** What distinguishes it from other keys, within a sentence. */
    which,
    replace: () =>
      replacing.run(
        { params },
        {
          confirm: {
            title: `Replace ${which}?`,
            text: `${stopsWorking('The old key')} ${name} is notified by email and finds the new key on their Wi-Fi page. You will not see it.`,
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
            text: `${stopsWorking()} ${afterRevoking}`,
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
