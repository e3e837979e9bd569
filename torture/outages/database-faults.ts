import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { OwnPostgres } from './postgres.ts';
import type { Stage } from './stage.ts';

/** Something that is taken away for a while. */
export interface Fault {
  what: string;
  /** How many times as long as the others it lasts. */
  lasts?: number;
  /** Whether Quad has to report in the meantime that it is not ready. */
  unready: boolean;
  /** Whether someone has to be told to come back. */
  refuses: boolean;
  begin(): Promise<void>;
  end(): Promise<void>;
}

export function databaseFaults(postgres: OwnPostgres, stage: Stage): Fault[] {
  let holder: pg.Client | null = null;
  let strangers: Strangers | null = null;
  const connect = async () => {
    const client = new pg.Client(postgres.connection);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const nothing = async () => undefined;
  return [
    { what: 'database gone', unready: true, refuses: true, begin: postgres.stop, end: postgres.start },
    {
      what: 'all connections cut',
      unready: false,
      refuses: false,
      begin: () => cutConnections(postgres),
      end: nothing,
    },
    {
      what: 'connections cut again and again',
      unready: false,
      refuses: false,
      async begin() {
        for (let time = 0; time < 10; time += 1) {
          await cutConnections(postgres);
          await pause(200);
        }
      },
      end: nothing,
    },
    {
      what: 'a lock held on tables that are written',
      lasts: 2,
      unready: false,
      refuses: false,
      async begin() {
        holder = await connect();
        await holder.query('begin');
        await holder.query('lock table ra_logs, short_links in share mode');
      },
      end: async () => void (await holder?.end()),
    },
    {
      what: 'every connection taken by strangers',
      unready: true,
      refuses: true,
      async begin() {
        strangers = await takeConnections(postgres, stage);
      },
      end: async () => void (await strangers?.leave()),
    },
  ];
}

async function cutConnections({ administer }: OwnPostgres): Promise<void> {
  await administer(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'portal' and pid <> pg_backend_pid()`,
  );
}

interface Strangers {
  leave(): Promise<void>;
}

/** Takes all free connections, then cuts Quad's and takes those as well. */
async function takeConnections(postgres: OwnPostgres, stage: Stage): Promise<Strangers> {
  const taken: pg.Client[] = [];
  let leaving = false;
  const takeMore = async () => {
    while (!leaving) {
      const client = new pg.Client({ ...postgres.connection, database: 'postgres' });
      client.on('error', () => undefined);
      try {
        await client.connect();
        taken.push(client);
      } catch {
        await client.end().catch(() => undefined);
        await pause(5);
      }
    }
  };
  const first = new pg.Client({ ...postgres.connection, database: 'postgres' });
  first.on('error', () => undefined);
  await first.connect();
  const greedy = [takeMore(), takeMore(), takeMore(), takeMore()];
  while (await stage.ready().catch(() => false)) {
    await first.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'portal'`);
    await pause(100);
  }
  return {
    async leave() {
      leaving = true;
      await Promise.all(greedy);
      await Promise.all([first, ...taken].map((client) => client.end().catch(() => undefined)));
    },
  };
}
