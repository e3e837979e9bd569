import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Program, root, runProgram, startProgram } from './program.ts';

/** The real program on a PostgreSQL shared with other instances, behind a proxy. */
export interface Instance extends Program {
  /** Bypasses the proxy. */
  url: string;
  port: number;
  /** The file of its log. */
  log: string;
  /** Stops it as systemd does, and waits until it is gone. */
  terminate(): Promise<void>;
}

export interface InstanceOptions {
  databaseUrl: string;
  port: number;
  /** The address of the proxy, as browsers know it. */
  publicUrl: string;
  dataFolder: string;
  environment?: Record<string, string>;
}

/** The same for every instance and for the programs that run alongside. */
export const sameForAll = {
  QUAD_SECRET: 'every instance has the same secret of forty letters',
  QUAD_DEMO: 'on',
};

export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { port, dataFolder } = options;
  await mkdir(dataFolder, { recursive: true });
  const log = path.join(dataFolder, `server-${port}.log`);
  const program = await startProgram(['src/entry/server.ts'], {
    environment: {
      DATABASE_URL: options.databaseUrl,
      PUBLIC_URL: options.publicUrl,
      PORT: String(port),
      QUAD_TRUSTED_PROXIES: '127.0.0.1',
      ...sameForAll,
      QUAD_DATA: dataFolder,
      QUAD_LOG: log,
      ...options.environment,
    },
    ready: 'Quad is ready',
  });
  return {
    ...program,
    url: `http://127.0.0.1:${port}`,
    port,
    log,
    async terminate() {
      process.kill(program.pid, 'SIGTERM');
      const code = await program.ended;
      if (code !== 0) throw new Error(`An instance that was asked to stop ended with ${code}.`);
    },
  };
}

/** The program serves the built screens; a test that runs alone may find none. */
export async function buildScreensOnce(): Promise<void> {
  if (!existsSync(path.join(root, 'dist/web/index.html'))) await runProgram(['scripts/build.ts']);
}
