import type { Campus } from '../../../platform/server/settings/campus.ts';
import type { Settings } from '../../../platform/server/settings/tool-settings.ts';
import type { OutsideSystem } from '../../../platform/server/tool/outside-system.ts';
import type { helpDeskSettings } from '../settings.ts';
import { handOverToZammad } from './hand-over/zammad.ts';
import { createImapMailbox } from './incoming/mailbox.ts';

/** The mailbox for replies, and the help desk that tickets are handed over to; one by email has no system of its own. */
export function outsideOfHelpDesk(
  { campus: { handOver }, environment }: Settings<typeof helpDeskSettings>,
  { product }: Campus,
): OutsideSystem[] {
  const { QUAD_IMAP_URL: imap, QUAD_ZAMMAD_TOKEN: token = '' } = environment;
  const mailbox: OutsideSystem | null =
    imap === undefined
      ? null
      : {
          what: 'mailbox for replies',
          async check(signal) {
            await createImapMailbox(imap).end(signal);
            return 'it accepts this user and password';
          },
        };
  const zammad: OutsideSystem | null =
    handOver?.kind !== 'zammad'
      ? null
      : {
          what: 'Zammad',
          async check(signal) {
            await handOverToZammad({ ...handOver, token, product }).check(signal);
            return 'it accepts this token';
          },
        };
  return [mailbox, zammad].filter((system) => system !== null);
}
