import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import type { HelpDeskCampus } from '../../settings.ts';
import { handOverByEmail } from './by-email.ts';
import type { HandOver } from './hand-over.ts';
import { handOverToZammad } from './zammad.ts';

/** The other help desk of the settings; `null`: Quad's own. */
export function chooseHandOver(
  platform: Pick<Platform, 'mail' | 'publicUrl' | 'campus'>,
  { handOver }: Pick<HelpDeskCampus, 'handOver'>,
  { QUAD_ZAMMAD_TOKEN: token = '' }: { QUAD_ZAMMAD_TOKEN?: string | undefined },
): HandOver | null {
  switch (handOver?.kind) {
    case undefined:
      return null;
    case 'email':
      return handOverByEmail({ ...platform, to: handOver.to });
    case 'zammad':
      return handOverToZammad({ ...handOver, token, product: platform.campus.product });
  }
}
