import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { prepareFolders } from './folders.ts';
import { ask, endHolders, startHolder } from './testing/holder.ts';

let folder: string;
let dataFolder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-refusals-'));
  dataFolder = join(folder, 'data');
});
afterEach(async () => {
  await endHolders();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };

/** The user `nobody` can run only what everyone can read. */
function whyNotAsNobody(): string | undefined {
  if (!isRoot) return 'only root can become another user';
  const files = JSON.stringify([process.execPath, new URL('./embedded.ts', import.meta.url).pathname]);
  const look = spawnSync('node', ['-e', `for (const file of ${files}) fs.accessSync(file)`], nobody);
  return look.status === 0 ? undefined : 'the checkout is in a folder that others cannot read';
}
const notAsNobody = whyNotAsNobody();

function start(place = dataFolder) {
  return startEmbeddedPostgres({ dataFolder: place, durable: false });
}

test('a file in place of the data folder', async () => {
  await writeFile(dataFolder, '');
  await expect(start()).rejects.toThrow(EmbeddedPostgresError);
  await expect(start()).rejects.toThrow(`The data folder ${dataFolder} is a file, or a file is in its path`);
  await expect(start(join(dataFolder, 'below'))).rejects.toThrow('is a file, or a file is in its path');
});

test('data of another PostgreSQL', async () => {
  await mkdir(join(dataFolder, 'postgres'), { recursive: true });
  await writeFile(join(dataFolder, 'postgres/PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(EmbeddedPostgresError);
  await expect(start()).rejects.toThrow(
    `is from PostgreSQL 17, but this version of Quad comes with PostgreSQL 18`,
  );
});

test('a PostgreSQL that does not start: its last output is in the message', { tags: 'long' }, async () => {
  const database = await start();
  await database.stop();
  await writeFile(join(dataFolder, 'postgres/postgresql.auto.conf'), "no_such_setting = 'on'\n");
  await expect(start()).rejects.toThrow(EmbeddedPostgresError);
  await expect(start()).rejects.toThrow(
    /did not start \(code 1\)[\s\S]*unrecognized configuration parameter "no_such_setting"/,
  );
});

test('a place where no one can create a folder', async () => {
  await expect(start('/proc/quad/data')).rejects.toThrow(
    'The data folder /proc/quad/data cannot be created or written',
  );
});

test('a socket folder that another user has created', async () => {
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const long = join(folder, 'very-long-name-'.repeat(8));
  const { socket } = await prepareFolders(long);
  expect(socket.startsWith(temporary)).toBe(true);
  await chmod(socket, 0o777);
  await expect(start(long)).rejects.toThrow(
    `The folder ${socket} for the database's socket is not private to this user`,
  );
});

/** Namespaces in which we may mount, and see neither the network names nor the processes of the others. */
const elsewhere = [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  '--net',
  '--pid',
  '--fork',
  '--mount-proc',
  '--kill-child',
];
const noElsewhere = spawnSync('unshare', [...elsewhere.slice(1), 'true']).status !== 0;

describe.skipIf(noElsewhere)(
  `in namespaces${noElsewhere ? ' (skipped: this system refuses them)' : ''}`,
  () => {
    /** Runs the rest of the command after a line of shell. */
    const after = (line: string) => [...elsewhere, 'sh', '-c', `${line} && exec "$@"`, 'sh'];

    test('a system that refuses user namespaces to root', async () => {
      const refusing = after('echo 0 > /proc/sys/user/max_user_namespaces');
      const { refusal } = await startHolder(dataFolder, {}, refusing);
      expect(refusal).toMatch(
        /^EmbeddedPostgresError: Root cannot run the embedded database, since user namespaces are not allowed \(unshare: .*\): start Quad as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own\.$/,
      );
    });

    test('a disk that is read-only', async () => {
      const { refusal } = await startHolder(dataFolder, {}, after(`mount -t tmpfs -o ro tmpfs ${folder}`));
      expect(refusal).toBe(
        `EmbeddedPostgresError: The disk with the data folder ${dataFolder} is read-only: make it writable or choose another folder with QUAD_DATA.`,
      );
    });

    test('a disk that is full', async () => {
      const { refusal } = await startHolder(
        dataFolder,
        {},
        after(`mount -t tmpfs -o size=2m tmpfs ${folder}`),
      );
      expect(refusal).toContain(
        'EmbeddedPostgresError: The embedded database could not be created. PostgreSQL said:',
      );
      expect(refusal).toContain('No space left on device');
    });

    test('a PostgreSQL in another container on the same disk is recognized and left alone', {
      tags: 'long',
    }, async () => {
      const database = await start();
      try {
        const { refusal } = await startHolder(dataFolder, {}, elsewhere);
        expect(refusal).toContain(
          `QuadAlreadyRunning: Another PostgreSQL server is running on the data folder ${dataFolder}, perhaps in another container`,
        );
        expect(await ask(database.connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
        expect((await stat(join(dataFolder, 'postgres/postmaster.pid'))).isFile()).toBe(true);
      } finally {
        await database.stop();
      }
    });
  },
);

test.skipIf(!isRoot)(
  `root on a folder of another user${isRoot ? '' : ' (skipped: this is not root)'}`,
  async () => {
    await mkdir(dataFolder);
    await chown(dataFolder, nobody.uid, nobody.gid);
    await expect(start()).rejects.toThrow(`The folder ${dataFolder} belongs to user ID 65534`);
  },
);

describe.skipIf(notAsNobody !== undefined)(
  `as an ordinary user${notAsNobody ? ` (skipped: ${notAsNobody})` : ''}`,
  () => {
    beforeEach(async () => {
      await chmod(folder, 0o700);
      await chown(folder, nobody.uid, nobody.gid);
    });

    test('the database starts in a folder that others cannot read', async () => {
      const { child, connection, refusal } = await startHolder(dataFolder, nobody);
      expect(refusal).toBeUndefined();
      if (connection === undefined) throw new Error('no connection');
      expect(await ask(connection, 'SELECT current_user AS "user"')).toEqual({ user: 'quad' });
      expect(await stat(dataFolder)).toMatchObject({ uid: nobody.uid });
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    });

    test('the database starts for a user without a name', { tags: 'long' }, async () => {
      const nameless = { uid: 54_321, gid: 54_321 };
      await chown(folder, nameless.uid, nameless.gid);
      const { connection, refusal } = await startHolder(dataFolder, nameless);
      expect(refusal).toBeUndefined();
      if (connection === undefined) throw new Error('no connection');
      expect(await ask(connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
      expect(await stat(join(dataFolder, 'postgres'))).toMatchObject({ uid: nameless.uid });
    });

    test('a folder that cannot be written', async () => {
      await mkdir(dataFolder, { mode: 0o755 });
      const { refusal } = await startHolder(dataFolder, nobody);
      expect(refusal).toBe(
        `EmbeddedPostgresError: The data folder ${dataFolder} cannot be created or written by the user who starts Quad: change its owner or choose another folder with QUAD_DATA.`,
      );
    });
  },
);
