import type { Permission } from '../../../../platform/contract/access.ts';
import type { Unaudited } from '../../../../platform/server/change/unaudited.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import type { Mail } from '../../../../platform/server/mail/mail.ts';
import { sendEach, wasSent } from '../../../../platform/server/mail/send-each.ts';
import { importLinks } from '../../contract.ts';
import { shortLinks } from '../../tool.ts';
import { isInScope } from '../scope.ts';
import {
  type Manager,
  markNotified,
  type NewlyBroken,
  selectManagers,
  selectNewlyBroken,
} from './check-queries.ts';

export interface NotifyServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { product: string };
  groupsWith: (permission: Permission) => readonly string[];
  permissionsOf: (groups: readonly string[]) => ReadonlySet<Permission>;
}

/** More in one email is read by no one; the page has all of them. */
const mostListed = 50;

/**
 * One email for each person, about all links that broke since the last one: to who added a link or took it over, or to IT
 * where that person may not manage it anymore. @returns how many links broke
 */
export async function notifyOfBroken(
  services: NotifyServices,
  unaudited: Unaudited,
  signal: AbortSignal,
): Promise<number> {
  const { reader, mail, groupsWith } = services;
  const broken = await selectNewlyBroken(reader);
  if (broken.length === 0) return 0;
  const keepers = [...new Set(broken.flatMap(({ keeper }) => keeper ?? []))];
  const managers = await selectManagers(reader, keepers, groupsWith(importLinks.access));
  await sendEach(managers, async (manager) => {
    const theirs = broken.filter((link) => recipientsOf(services, link, managers).includes(manager));
    if (theirs.length === 0) return;
    signal.throwIfAborted();
    await wasSent(
      mail.send({ ...write(services, theirs), key: keyOf(manager, theirs), to: manager.email }, signal),
    );
  });
  await markNotified(
    unaudited('link checks'),
    broken.map(({ id }) => id),
  );
  return broken.length;
}

function recipientsOf(
  { permissionsOf }: NotifyServices,
  { keeper, owner_groups }: NewlyBroken,
  managers: readonly Manager[],
): readonly Manager[] {
  const managesAll = ({ groups }: Manager) => permissionsOf(groups).has(importLinks.access);
  const person = managers.find(({ id }) => id === keeper);
  if (person !== undefined && (managesAll(person) || isInScope(person.groups, owner_groups))) return [person];
  return managers.filter(managesAll);
}

/** A job that runs again sends the same email, which goes out once. */
const keyOf = ({ id }: Manager, [first]: readonly NewlyBroken[]) =>
  `broken-links-${id}-${first?.id}-${new Date().toISOString().slice(0, 10)}`;

function write({ publicUrl, campus: { product } }: NotifyServices, links: readonly NewlyBroken[]) {
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
