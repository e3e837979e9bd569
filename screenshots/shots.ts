import { places } from '../src/places.ts';
import { type Access, allows } from '../src/platform/contract/access.ts';
import type { Account } from '../src/platform/contract/account.ts';
import { demoPeople } from '../src/platform/server/sign-in/demo/demo-people.ts';
import type { ScreenState } from '../src/platform/server/tool/examples.ts';
import { serverTools } from '../src/tools/server.ts';
import { shellStates } from './shell-states.ts';

/** One state of one screen, which becomes a picture for each width and scheme. */
export interface Shot extends ScreenState {
  /** The tool it belongs to, or `shell`: a contact sheet is made of each. */
  group: string;
}

type Person = { key: string; permissions: Account['permissions'] };

/** Demo people in the order of the sign-in page. */
export const demoKeys: readonly string[] = demoPeople.flatMap(({ people }) => people.map(({ key }) => key));

/** @param people Those who can sign in, with what they may do */
export async function listShots(people: readonly Person[]): Promise<Shot[]> {
  const firstWho = (access: Access) =>
    access === 'public' ? null : people.find(({ permissions }) => allows(access, permissions))?.key;
  const screenOf = (group: string, title: string, path: string, access: Access): Shot[] => {
    const person = firstWho(access);
    return person === undefined || path.includes(':') ? [] : [{ group, name: title, path, person }];
  };
  const shell = [
    ...shellStates,
    ...people.map(({ key }) => ({ name: `home of ${key}`, path: '/', person: key })),
  ].map((state) => ({ ...state, group: 'shell' }));
  const ofPlaces = places.flatMap(({ title, path, access }) => screenOf('places', title, path, access));
  const ofTools = await Promise.all(
    serverTools.map(async ({ tool, examples }) => {
      const screens = Object.entries(tool.screens).flatMap(([name, { path, access }]) =>
        screenOf(tool.id, name, path, access),
      );
      const states = (await examples?.())?.examples.states ?? [];
      return [...screens, ...states.map((state) => ({ ...state, group: tool.id }))];
    }),
  );
  return [...shell, ...ofPlaces, ...ofTools.flat()];
}
