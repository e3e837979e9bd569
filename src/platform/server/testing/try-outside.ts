import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { declaredPermissions, readSettings } from '../assembly/read-settings.ts';
import { LdapFailure } from '../ldap/ldap-failure.ts';
import type { ServerTool } from '../tool/server-tool.ts';
import { copyCampus } from './test-campus.ts';

/** What `npm run check-settings` finds out about the outside systems that the settings of a tool name, as text. */
export async function tryOutside(
  tool: ServerTool,
  { written = {}, variables = {} }: { written?: object; variables?: Record<string, string> },
): Promise<string[]> {
  const sources = { tools: [tool], placePermissions: {} };
  const campus = copyCampus(declaredPermissions(sources));
  const places = { QUAD_CAMPUS: campus.folder, QUAD_DATA: campus.folder };
  try {
    writeFileSync(path.join(campus.folder, 'tools', `${tool.tool.id}.yaml`), stringify(written));
    const settings = readSettings({
      ...sources,
      variables: { ...places, ...variables },
      workingFolder: path.resolve('.'),
    });
    const own = settings.tools.get(tool.tool.id);
    const systems = own === undefined ? [] : (tool.outside?.(own, settings.campus) ?? []);
    return await Promise.all(
      systems.map(({ what, check }) =>
        check(AbortSignal.timeout(20_000)).then(
          (said) => `${what}: ${said}`,
          (error: Error) =>
            `FAILED ${what}: ${error.message}${error instanceof LdapFailure ? ` ${error.advice}` : ''}`,
        ),
      ),
    );
  } finally {
    campus.remove();
  }
}
