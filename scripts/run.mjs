// Runs a program of the project on Node 24, installing what is missing first:
// node scripts/run.mjs [--full] <file.ts> [arguments]
// `--full`, or a test file, also installs the development packages. A file in dist/ is built first if its
// sources changed. Standard output is the program's alone.
import './requirements.mjs';
import { install } from './install.mjs';
import { refuse } from './requirements.mjs';
import { endIfStopped, runNode } from './runtime.mjs';

const words = process.argv.slice(2);
const asked = words[0] === '--full' && words.shift() !== undefined;
const file = words[0];
if (file === undefined) refuse('Which file? node scripts/run.mjs [--full] <file.ts> [arguments]');
await install({ full: asked || /^(\.\/)?(e2e|tests)\//.test(file) });
const built = /^dist\/(\w+)\//.exec(file)?.[1];
if (built !== undefined) {
  const code = await runNode(['scripts/build.ts', built], { onStderr: true });
  endIfStopped();
  if (code !== 0) process.exit(code);
}
process.exit(await runNode(words));
