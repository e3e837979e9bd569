// Writes docs/calls.md and docs/openapi.json from the contracts; with `--check` only says whether they are up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import program from '../../package.json' with { type: 'json' };
import { groupCalls } from '../platform/documents/call-groups.ts';
import { writeCallsPage } from '../platform/documents/calls-page.ts';
import { describeApi } from '../platform/documents/openapi.ts';
import { cookieName } from '../platform/server/http/cookies.ts';
import { sessionCookie } from '../platform/server/session/sessions.ts';
import { serverTools } from '../tools/server.ts';

const root = path.resolve(import.meta.dirname, '../..');

const groups = groupCalls(serverTools);
const about = { version: program.version, cookieName: cookieName(sessionCookie, 'https://') };
const documents = {
  'docs/calls.md': writeCallsPage(groups),
  'docs/openapi.json': `${JSON.stringify(describeApi(groups, about), null, 2)}\n`,
};

function written(file: string): string | null {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}

const stale = Object.entries(documents).filter(([file, text]) => written(file) !== text);
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    const files = stale.map(([file]) => file).join(' and ');
    process.stderr.write(`${files} are out of date: run npm run docs.\n`);
    process.exitCode = 1;
  }
} else {
  for (const [file, text] of stale) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    console.log(`Wrote ${file}.`);
  }
  if (stale.length === 0) console.log('The documents are up to date.');
}
