// Runs a program of the project on Node 24, installing what is missing first: node scripts/run.mjs [--full] <file.ts> [arguments]
// `--full`, or a file among the tests, brings the development packages too.
import './requirements.mjs';
import { install } from './install.mjs';
import { refuse } from './requirements.mjs';
import { runNode } from './runtime.mjs';

const words = process.argv.slice(2);
const asked = words[0] === '--full' && words.shift() !== undefined;
const file = words[0];
if (file === undefined) refuse('Which file? node scripts/run.mjs [--full] <file.ts> [arguments]');
await install({ full: asked || /^(\.\/)?(e2e|tests)\//.test(file) });
process.exit(await runNode(words));
