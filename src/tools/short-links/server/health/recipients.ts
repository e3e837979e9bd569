import { isInScope, type Owners } from '../scope.ts';
import type { Manager, NewlyBroken } from './check-queries.ts';

/** More people are not emailed as a group: each would leave it to the others. */
export const mostOfGroups = 20;

/**
 * Who is notified that a link broke: its keeper, as long as they may manage it, and those in its owner groups
 * who added or changed it. If the groups have no such person, everyone in them if they are few. IT if that leaves no one.
 * @param managesAll Whether someone with these groups manages all links.
 */
export function recipientsOf(
  links: readonly NewlyBroken[],
  managers: readonly Manager[],
  managesAll: (groups: readonly string[]) => boolean,
): Map<Manager, NewlyBroken[]> {
  const byId = new Map(managers.map((manager) => [manager.id, manager]));
  const it = new Set(managers.filter(({ groups }) => managesAll(groups)));
  const members = new Map<string, readonly Manager[]>();

  function fewMembers(owners: Owners): readonly Manager[] {
    const key = owners.join('\n');
    const found = members.get(key) ?? managers.filter(({ groups }) => isInScope(groups, owners));
    members.set(key, found);
    return found.length <= mostOfGroups ? found : [];
  }

  function recipients({ keeper, authors, owner_groups }: NewlyBroken): ReadonlySet<Manager> {
    const owns = ({ groups }: Manager) => isInScope(groups, owner_groups);
    const known = authors.flatMap((id) => byId.get(id) ?? []);
    const inGroups = known.filter(owns);
    const told = new Set(inGroups.length > 0 ? inGroups : fewMembers(owner_groups));
    for (const person of known) if (person.id === keeper && it.has(person)) told.add(person);
    return told.size > 0 ? told : it;
  }

  const all = new Map<Manager, NewlyBroken[]>();
  for (const link of links)
    for (const manager of recipients(link)) {
      const theirs = all.get(manager) ?? [];
      theirs.push(link);
      all.set(manager, theirs);
    }
  return all;
}
