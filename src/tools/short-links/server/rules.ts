import type { PersonActor, SignedInActor } from '../../../platform/server/actor/actor.ts';
import { isAllowed, mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden, invalid, notFound } from '../../../platform/server/refusal/refusal.ts';
import { changeLink, createLink, deleteLink, type Link } from '../contract.ts';
import { isInScope, type Owners, scopeOf } from './scope.ts';
import type { ShortLinks } from './short-links.ts';

const unknown = () => notFound('This short link does not exist, or no longer does.');

/** People who may see a link may also change where it goes. To everyone else, it does not exist. */
export function maySee(viewer: SignedInActor, link: { owner_groups: Owners }): Verdict {
  return isInScope(scopeOf(viewer), link.owner_groups) || unknown;
}

function mayDelete(viewer: SignedInActor): Verdict {
  return mayCall(viewer, deleteLink) || forbidden;
}

/** Only IT decides who owns a link. @param owners Different ones than it has. */
export function maySetOwners(
  viewer: SignedInActor,
  owners: Owners,
  { knownGroups }: { knownGroups: readonly string[] },
): Verdict {
  if (!mayCall(viewer, deleteLink)) return () => refusalOf(changeLink, 'foreign-owners');
  const stranger = owners.find((group) => !knownGroups.includes(group));
  return stranger === undefined || (() => invalid({ ownerGroups: noSuchGroup(stranger) }));
}

export function noSuchGroup(group: string): string {
  return `There is no group called ${group}.`;
}

/** A new link from IT belongs to any known groups or to none, one from a department to those of the person's groups that own links. */
export function mayAddFor(
  viewer: SignedInActor,
  owners: Owners,
  links: Pick<ShortLinks, 'knownGroups' | 'owners'>,
): Verdict {
  if (viewer.kind === 'token' || mayCall(viewer, deleteLink))
    return owners.length === 0 || maySetOwners(viewer, owners, links);
  const own = links.owners.among(viewer.groups);
  // They have the page by `access.yaml`, not by a link; the form has no choice of groups for them.
  if (own.length === 0) return () => refusalOf(createLink, 'no-group');
  if (owners.length === 0) return () => invalid({ ownerGroups: 'Choose the group that owns this link.' });
  return owners.every((group) => own.includes(group)) || (() => refusalOf(createLink, 'foreign-owners'));
}

/** The owners of a new link if its author chose none. */
export function usualOwners(viewer: SignedInActor, { owners }: Pick<ShortLinks, 'owners'>): Owners {
  if (viewer.kind === 'token' || mayCall(viewer, deleteLink)) return [];
  const own = owners.among(viewer.groups);
  return own.length === 1 ? own : [];
}

/** The groups from which this person may choose. */
export function ownersFor(
  viewer: PersonActor,
  { owners, knownGroups }: Pick<ShortLinks, 'owners' | 'knownGroups'>,
): Owners {
  return mayCall(viewer, deleteLink) ? knownGroups : owners.among(viewer.groups);
}

export function linkDecisions(viewer: SignedInActor): Link['can'] {
  const isManager = isAllowed(mayDelete(viewer));
  return { delete: isManager, setOwners: isManager };
}

/** Whether a college keeps this name for itself. */
export function isReserved(shortUrl: string, reserved: ShortLinks['reserved']): boolean {
  return reserved.has(shortUrl.toLowerCase());
}

/** Other names of this machine; a portal on a loopback address responds to all of them. */
function isLoopback(hostname: string): boolean {
  return (
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    /(^|\.)localhost$/.test(hostname) ||
    ['0.0.0.0', '[::]', '[::1]'].includes(hostname) ||
    // 127.0.0.0/8 as the URL parser writes it inside IPv6.
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname)
  );
}

const defaultPorts = new Set(['', '80', '443']);

function isOwnHost(target: URL, own: URL): boolean {
  const hostname = target.hostname.replace(/\.$/, '');
  // A portal on the default port of https also redirects from that of http.
  const samePort = target.port === own.port || (defaultPorts.has(target.port) && own.port === '');
  if (!samePort) return false;
  return hostname === own.hostname || (isLoopback(own.hostname) && isLoopback(hostname));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Whether a target is below our own `/r/` or `/api/r/`, however host and path are spelled: a link to a link could loop
 * or hide where it goes.
 */
export function leadsToShortLink(target: URL, publicUrl: string): boolean {
  if (!isOwnHost(target, new URL(publicUrl))) return false;
  const [first, second, third] = target.pathname
    .split('/')
    .map(decoded)
    .filter((segment) => segment !== '');
  return (
    (first === 'r' && second !== undefined) || (first === 'api' && second === 'r' && third !== undefined)
  );
}
