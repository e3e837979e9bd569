import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { signOut } from '../offline/sign-out.ts';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import { type PaletteEntry, paletteEntries } from './entries.ts';

/** Every page and action of this person, known without asking the server. */
export function usePaletteEntries(): PaletteEntry[] {
  const { routes, tools, places, navigation } = usePortal();
  const mayOpen = useMayOpen();
  const actions = useActions();
  return useMemo(
    () => [
      ...paletteEntries(
        { routes, tools: tools.map(({ tool }) => tool), places, navigation, links: pageData.campus.links },
        mayOpen,
      ),
      ...actions,
    ],
    [routes, tools, places, navigation, mayOpen, actions],
  );
}

/** What can be done from anywhere. */
function useActions(): PaletteEntry[] {
  const { account } = useAccount();
  const { setColorScheme } = useMantineColorScheme();
  return useMemo(() => {
    const isDark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
    const colors: PaletteEntry = {
      title: isDark ? 'Use light colors' : 'Use dark colors',
      about: 'Appearance of the portal in this browser',
      keywords: ['theme', 'dark mode', 'light mode'],
      icon: null,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    };
    if (account === null) return [colors];
    const about = `You're signed in as ${account.name}`;
    const leave = { title: 'Sign out', about, keywords: ['log out'], icon: null };
    return [colors, { ...leave, run: () => signOut(account) }];
  }, [account, setColorScheme]);
}
