import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import type { ResetCampus } from '../../settings.ts';
import { createEmbeddedWriter } from './embedded.ts';
import type { PasswordWriter } from './password-writer.ts';

/** Where passwords go; `null`: nowhere, so the tool is off. */
export function chooseWriter(platform: Platform, campus: ResetCampus): PasswordWriter | null {
  return platform.demo ? createEmbeddedWriter(platform, campus.protectedGroups) : null;
}
