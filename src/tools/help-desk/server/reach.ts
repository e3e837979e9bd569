import { findHolder } from '../../../platform/server/belongings/holders.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { readTicket } from '../contract.ts';

interface ReachServices extends Pick<Platform, 'permissionsOf'> {
  reader: Reader;
}

/** Whether someone may use the help desk's pages now: who lost the groups still gets email about what they asked. */
export async function mayOpenPages(
  { reader, permissionsOf }: ReachServices,
  personId: string,
): Promise<boolean> {
  const person = await findHolder(reader, permissionsOf, { id: personId });
  return person?.permissions.has(readTicket.access) === true;
}
