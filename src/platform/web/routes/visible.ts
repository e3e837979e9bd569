import { useCallback } from 'react';
import { type Access, allows } from '../../contract/access.ts';
import { useAccount } from '../session/account.ts';
import type { Route } from './route.tsx';

/** Whether this person may open something, for showing and hiding only. */
export type MayOpen = (access: Access) => boolean;

/** What the person at the screen may open. While the account loads, only what is public. */
export function useMayOpen(): MayOpen {
  const { account } = useAccount();
  const permissions = account?.permissions ?? null;
  return useCallback((access) => allows(access, permissions), [permissions]);
}

/** Pages with their own address, without a parameter to fill. */
export function isOpenable(route: Pick<Route, 'path'>): boolean {
  return !route.path.includes(':');
}
