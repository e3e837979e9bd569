// npm start: installs what is missing, builds screens and server when they changed, and runs the server until
// it is stopped. `--dev` skips the build: the server then runs from its sources and builds the screens
// itself. Every argument is passed on to the server.
import './requirements.mjs';
import { install } from './install.mjs';
import { endIfStopped, runNode } from './runtime.mjs';
import { serverEnvironment, serverFile, serverFlags, serverSource } from './server-process.mjs';

const serverArguments = process.argv.slice(2);
await install({ full: false });
const develops = serverArguments.includes('--dev');
if (!develops) {
  const code = await runNode(['scripts/build.ts', 'screens', 'server']);
  endIfStopped();
  if (code !== 0) process.exit(code);
}
const env = { ...serverEnvironment, ...process.env };
process.exit(
  await runNode([...serverFlags, develops ? serverSource : serverFile, ...serverArguments], { env }),
);
