import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The SHA-256 of each migration, by its name. */
export function hashMigrations(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const entries = files.toSorted().map((file) => {
    const content = readFileSync(path.join(folder, file));
    return [path.basename(file, '.ts'), createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(entries);
}
