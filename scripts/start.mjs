// npm start: installs what is missing, builds the screens when they changed, runs the server until it is stopped.
// `--dev` skips the build, for then the server makes the screens itself; every argument is handed to the server.
import './requirements.mjs';
import { install } from './install.mjs';
import { endIfStopped, runNode } from './runtime.mjs';
import { serverEnvironment, serverFlags } from './server-process.mjs';

const serverArguments = process.argv.slice(2);
await install({ full: false });
if (!serverArguments.includes('--dev')) {
  const code = await runNode(['scripts/build.ts']);
  endIfStopped();
  if (code !== 0) process.exit(code);
}
const env = { ...serverEnvironment, ...process.env };
process.exit(await runNode([...serverFlags, 'src/entry/server.ts', ...serverArguments], { env }));
