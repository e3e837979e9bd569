import { createHash } from 'node:crypto';
import type { Permission } from '../../../../platform/contract/access.ts';
import type { Unaudited } from '../../../../platform/server/change/unaudited.ts';
import type { Database, Reader } from '../../../../platform/server/db/database.ts';
import type { Mail } from '../../../../platform/server/mail/mail.ts';
import { sendEach, wasSent } from '../../../../platform/server/mail/send-each.ts';
import { importLinks } from '../../contract.ts';
import { shortLinks } from '../../tool.ts';
import { isInScope } from '../scope.ts';
import {
  forgetMended,
  forgetRecipient,
  keepRecipients,
  selectManagers,
  selectNewlyBroken,
  selectWaiting,
  type Waiting,
} from './check-queries.ts';
import { recipientsOf } from './recipients.ts';

export interface NotifyServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { product: string };
  groupsWith: (permission: Permission) => readonly string[];
  permissionsOf: (groups: readonly string[]) => ReadonlySet<Permission>;
}

/** No one reads more in one email; the page has all of them. */
const mostListed = 50;

/**
 * Notifies people of all links that broke since the last night, in one email each. Who has yet to get one is stored,
 * so that a run after a failure continues with those who have none yet. @returns how many links broke
 */
export async function notifyOfBroken(
  services: NotifyServices,
  unaudited: Unaudited,
  signal: AbortSignal,
): Promise<number> {
  const { reader } = services;
  const database = unaudited('link checks');
  const broken = await selectNewlyBroken(reader);
  if (broken.length > 0) {
    const managers = await selectManagers(
      reader,
      [...new Set(broken.flatMap(({ authors }) => authors))],
      [
        ...new Set([
          ...services.groupsWith(importLinks.access),
          ...broken.flatMap((link) => link.owner_groups),
        ]),
      ],
    );
    const told = recipientsOf(broken, managers, (groups) => managesAll(services, groups));
    await keepRecipients(
      database,
      broken.map(({ id }) => id),
      [...told].flatMap(([{ id: person }, links]) => links.map(({ id: link }) => ({ person, link }))),
    );
  }
  await sendWaiting(services, database, signal);
  return broken.length;
}

const managesAll = ({ permissionsOf }: NotifyServices, groups: readonly string[]) =>
  permissionsOf(groups).has(importLinks.access);

async function sendWaiting(services: NotifyServices, database: Database, signal: AbortSignal): Promise<void> {
  const { reader, mail } = services;
  await forgetMended(database);
  const waiting = Map.groupBy(await selectWaiting(reader), ({ person }) => person);
  if (waiting.size === 0) return;
  // Again, since a night may have passed: someone who was blocked or left a group gets nothing.
  const managers = await selectManagers(reader, [...waiting.keys()], []);
  await sendEach(waiting, async ([person, links]) => {
    const manager = managers.find(({ id }) => id === person);
    const theirs = links.filter(
      ({ owner_groups }) =>
        manager !== undefined &&
        (managesAll(services, manager.groups) || isInScope(manager.groups, owner_groups)),
    );
    if (manager !== undefined && theirs.length > 0) {
      signal.throwIfAborted();
      const email = { ...write(services, theirs), key: keyOf(person, theirs), to: manager.email };
      await wasSent(mail.send(email, signal));
    }
    await forgetRecipient(
      database,
      person,
      links.map(({ id }) => id),
    );
  });
}

/** The same for a job that runs again. A mail server drops an email that it has seen: one about other broken links has a different key. */
function keyOf(person: string, links: readonly Waiting[]): string {
  const breaks = links.map(({ id, broken_at }) => `${id} ${broken_at.getTime()}`).join('\n');
  return `broken-${person}-${createHash('sha256').update(breaks).digest('hex').slice(0, 24)}`;
}

function write({ publicUrl, campus: { product } }: NotifyServices, links: readonly Waiting[]) {
  const page = `${publicUrl}${shortLinks.screens.list.path}?state=broken`;
  const many = links.length === 1 ? 'A short link has' : `${links.length} short links have`;
  const rest = links.length - mostListed;
  return {
    subject: `[${product}] ${many} a broken target`,
    text: [
      links.length === 1
        ? 'The page that this short link goes to is gone or does not answer:'
        : 'The pages that these short links go to are gone or do not answer:',
      '',
      ...links
        .slice(0, mostListed)
        .flatMap(({ short_url, answer }) => [`${publicUrl}/r/${short_url}`, answer, '']),
      ...(rest > 0 ? [`And ${rest.toLocaleString('en-US')} more.`, ''] : []),
      'Correct where they go, or let them expire:',
      page,
      '',
    ].join('\n'),
    notification: { topic: 'short-links.broken', page },
  };
}
