import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { copyCampus } from '../../testing/test-campus.ts';
import { createTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts';

/** The portal with these providers in its `campus.yaml`; their secrets are among the variables. */
export async function openPortalWith(
  providers: readonly Record<string, unknown>[],
  options: TestServerOptions,
): Promise<TestServer> {
  const campus = copyCampus([]);
  const file = path.join(campus.folder, 'campus.yaml');
  writeFileSync(file, stringify({ ...parse(readFileSync(file, 'utf8')), providers }));
  try {
    return await createTestServer({ ...options, campusFolder: campus.folder });
  } finally {
    campus.remove();
  }
}
