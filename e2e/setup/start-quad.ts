import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/platform/server/testing/free-port.ts';

/** Before all stories: a data folder with the demo college, which each portal gets a copy of, and the portal of the run. */
export default async function startRun(): Promise<() => Promise<void>> {
  const filled = await mkdtemp(path.join(os.tmpdir(), 'quad-stories-filled-'));
  await (await startIn(filled))();
  process.env.STORIES_FILLED = filled;
  const stop = await startQuad();
  return async () => {
    await stop();
    await rm(filled, { recursive: true, force: true });
  };
}

/**
 * Starts the portal as a person would, in its own data folder.
 * @param isFilled With the demo college; only for a portal in which people sign in as demo people
 * @returns a function that stops it as Ctrl-C does, and removes what it stored
 */
export async function startQuad({ isFilled = true } = {}): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'quad-stories-'));
  // With the files' owners and permissions, which PostgreSQL insists on.
  if (isFilled) await promisify(execFile)('cp', ['-a', `${process.env.STORIES_FILLED}/.`, dataFolder]);
  const stop = await startIn(dataFolder);
  return async () => {
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
}

async function startIn(dataFolder: string): Promise<() => Promise<void>> {
  const port = await freePort();
  const server = spawn(process.execPath, ['dist/server/server.js'], {
    env: {
      ...process.env,
      // It is for tests: the portal would warn about a setting that it doesn't know.
      QUAD_PEERS: undefined,
      PORT: String(port),
      QUAD_DATA: dataFolder,
      QUAD_LOG: path.join(dataFolder, 'server.log'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(server, 'exit');
  await untilReady(server.stdout, ended);
  process.env.STORIES_DATA = dataFolder;
  process.env.STORIES_URL = `http://localhost:${port}`;
  return async () => {
    server.kill('SIGINT');
    await ended;
  };
}

async function untilReady(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<void> {
  let text = '';
  const ready = new Promise<void>((resolve) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('Quad is ready')) resolve();
    });
  });
  const failed = ended.then(() => {
    throw new Error(`The portal did not start: ${text}`);
  });
  await Promise.race([ready, failed]);
}
