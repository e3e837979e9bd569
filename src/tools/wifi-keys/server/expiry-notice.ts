import { sql } from 'kysely';
import { z } from 'zod';
import { findHolder } from '../../../platform/server/belongings/holders.ts';
import type { ChangeService } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import { signature } from '../../../platform/server/mail/signature.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { createWifiKey } from '../contract.ts';
import { wifiKeys } from '../tool.ts';
import { auditKey } from './audit.ts';
import { footer, type MailServices } from './owner-notice.ts';
import { findKey, type KeyRow, markNoticed } from './queries.ts';
import { isUsable } from './rules.ts';
import { sayDay } from './say-day.ts';

const data = z.object({ keyId: z.uuid() });
type Notice = z.output<typeof data>;
const expiryNotice = { name: 'wifi-keys.expiry-notice', data };

/** How many in one transaction. */
const atOnce = 200;

/** Each morning: an email for each key that expires within some days. At the end of a year this is everyone's. */
export function createExpiryCheck({
  reader,
  change,
  noticeDays,
}: {
  reader: Reader;
  change: ChangeService;
  noticeDays: number;
}): Job {
  const changeAs = change.changeAsSystem('wifi-keys.expiry');
  return defineJob({
    name: 'wifi-keys.expiry',
    title: 'Find Wi-Fi keys that expire soon',
    data: z.object({}),
    retries: 3,
    limitSeconds: 30 * 60,
    schedule: '7 8 * * *',
    async run(_data, { signal }) {
      let notified = 0;
      for (;;) {
        signal.throwIfAborted();
        const keys = await selectExpiring(reader, noticeDays);
        if (keys.length === 0) return `Notified ${notified.toLocaleString('en-US')}.`;
        await changeAs(async (unit) => {
          unit.demand(byPermission);
          await markNoticed(
            unit.transaction,
            keys.map(({ id }) => id),
          );
          for (const key of keys) {
            auditKey(unit, 'wifi-key.notify', { before: key });
            await unit.enqueue<Notice>(expiryNotice, { keyId: key.id });
          }
        });
        notified += keys.length;
      }
    },
  });
}

interface NoticeServices extends MailServices {
  permissionsOf: Platform['permissionsOf'];
  timeZone: string;
}

/** The email to one person. */
export function createExpiryNotice(services: NoticeServices): Job {
  const { reader, mail, permissionsOf, timeZone } = services;
  return defineJob<Notice>({
    ...expiryNotice,
    title: 'Notify someone that their Wi-Fi key expires',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ keyId }, { signal }) {
      const key = await findKey(reader, keyId);
      const owner = key === undefined ? null : await findAddress(reader, key.owner_id);
      if (key === undefined || owner === null || !isUsable(key))
        return 'The key was replaced first, so no email was sent.';
      const { subject, lines, toBeReady } = wordsFor(key, sayDay(key.expires_at, timeZone));
      // Someone who lost the groups, but has not left, keeps the key until it expires, and can't open the page.
      const holder = await findHolder(reader, permissionsOf, { id: key.owner_id });
      const mayOpen = holder?.permissions.has(createWifiKey.access) === true;
      const ending = mayOpen
        ? [toBeReady, '', ...footer(services, wifiKeys.screens.own)]
        : [
            "Your account can't get new Wi-Fi keys anymore. If you still need one, contact IT.",
            '',
            ...signature(services.campus),
          ];
      const text = [...lines, '', ...ending].join('\n');
      const notification = {
        topic: 'wifi-keys.expiry',
        page: services.publicUrl + wifiKeys.screens.own.path,
      };
      const email = { key: `wifi-key-expires-${keyId}`, to: owner, subject, text };
      // They can't read it in the portal, either, and a digest would only link to the page: it comes at once.
      return mail.send(mayOpen ? { ...email, notification } : email, signal);
    },
  });
}

/** The page replaces someone's own key; the key for a device is removed and added again. */
function wordsFor({ kind, label }: KeyRow, day: string) {
  if (kind === 'device')
    return {
      subject: `The Wi-Fi key for ${label} expires on ${day}`,
      lines: [`The Wi-Fi key for ${label} stops working after ${day}. The device then needs a new key.`],
      toBeReady:
        'To be ready, open the page below on a day that suits you, remove this key, and add it again. Then give the new key to the device. Your own key stays as it is.',
    };
  return {
    subject: `Your Wi-Fi key expires on ${day}`,
    lines: [`Your Wi-Fi key stops working after ${day}. Your devices then need a new one.`],
    toBeReady:
      'To be ready, open the page below and choose "Replace my key" on a day that suits you, then give the new key to your devices. If you wait, the page makes a new key when you open it after that day.',
  };
}

function selectExpiring(reader: Reader, noticeDays: number) {
  return readRows(
    reader,
    sql<KeyRow>`select k.*, false as expired from wifi_keys k
      where k.kind <> 'guest' and k.revoked_at is null and k.noticed_at is null
        and k.expires_at > now() and k.expires_at <= now() + make_interval(days => ${noticeDays})
      order by k.expires_at, k.id limit ${atOnce}`,
  );
}
