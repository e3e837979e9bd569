import type { Random } from '../../harness/random.ts';
import { acknowledge, type Ledger, type LinkEntry, type LogEntry } from './ledger.ts';

/** One write that someone wants done, no matter how often it has to be sent. */
export interface Write {
  person: 'it' | 'ra' | 'reslife';
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The status that acknowledges it. */
  status: number;
  /** Enters the acknowledged write into the ledger. */
  note(answered: { data: { _id: string } } | null): void;
}

/** Plans the writes of one person; each planner works only on what it has created. */
export interface Planner {
  next(): Write;
  /** A short link; this planner may change or delete it later, when it plans on its own. */
  addLink(): Write;
}

const base = '/api/departments/residence-life/resident-assistants';
const buildings = ['Anderson', 'Finney', 'Hayman', 'Simplot', 'Vorhees'];

/** @param mark Marks what this planner creates in the database. */
export function createPlanner(mark: string, ledger: Ledger, random: Random): Planner {
  const links: LinkEntry[] = [];
  /** Logs that still need work. */
  const logs: LogEntry[] = [];
  let made = 0;

  function addLink(): Write {
    made += 1;
    const entry = { shortUrl: `${mark}-${made}`, longUrl: `https://${mark}.sawtooth.example/${made}` };
    return {
      person: 'it',
      method: 'POST',
      path: '/api/redirects',
      body: { ...entry, expirationDate: null },
      status: 201,
      note(answered) {
        const link = { id: answered?.data._id ?? '', ...entry, version: 1 };
        ledger.links.set(link.id, link);
        links.push(link);
        acknowledge(ledger, 'short-link.create', link.id);
      },
    };
  }

  function changeLink(link: LinkEntry): Write {
    const longUrl = `${link.longUrl}?version=${link.version + 1}`.slice(0, 500);
    return {
      person: 'it',
      method: 'PUT',
      path: `/api/redirects/${link.id}`,
      body: { longUrl, version: link.version },
      status: 200,
      note() {
        link.longUrl = longUrl;
        link.version += 1;
        acknowledge(ledger, 'short-link.change', link.id);
      },
    };
  }

  function deleteLink(link: LinkEntry): Write {
    return {
      person: 'it',
      method: 'DELETE',
      path: `/api/redirects/${link.id}`,
      status: 204,
      note() {
        links.splice(links.indexOf(link), 1);
        ledger.links.delete(link.id);
        acknowledge(ledger, 'short-link.delete', link.id);
      },
    };
  }

  function addLog(): Write {
    made += 1;
    const followUp = random.next() < 0.4;
    const building = random.pick(buildings) ?? 'Anderson';
    return fileLog(ledger, `${mark} ${made}`, { followUp, building, filed: (log) => logs.push(log) });
  }

  function workOn(log: LogEntry): Write {
    const write = (
      method: Write['method'],
      path: string,
      body: object,
      action: string,
      done: () => void,
    ) => ({
      person: 'reslife' as const,
      method,
      path: `${base}/log/${log.id}/${path}`,
      body,
      status: 200,
      note() {
        done();
        if (log.reviewed && (log.closed || !log.followUp)) logs.splice(logs.indexOf(log), 1);
        acknowledge(ledger, `ra-log.${action}`, log.id);
      },
    });
    if (!log.reviewed) {
      return write('PUT', 'reviews', { reviewed: true }, 'review', () => {
        log.reviewed = true;
      });
    }
    if (log.owner === null) {
      const owner = 'staff@sawtooth.example';
      return write('PUT', 'follow-up', { owner, confirmed: true }, 'assign-follow-up', () => {
        log.owner = owner;
      });
    }
    return write('POST', 'follow-up/closing', { closingNote: 'Done.' }, 'close-follow-up', () => {
      log.closed = true;
    });
  }

  return {
    addLink,
    next() {
      const chance = random.next();
      const link = random.pick(links);
      const log = random.pick(logs);
      if (chance < 0.2 && link !== undefined) return changeLink(link);
      if (chance < 0.3 && link !== undefined) return deleteLink(link);
      if (chance < 0.6 && log !== undefined) return workOn(log);
      return chance < 0.8 ? addLog() : addLink();
    },
  };
}

interface Round {
  followUp?: boolean;
  building?: string;
  filed?: (log: LogEntry) => unknown;
}

/** The log of a round, which needs follow-up by default. */
export function fileLog(
  ledger: Ledger,
  comments: string,
  { followUp = true, building = 'Anderson', filed = () => undefined }: Round = {},
): Write {
  return {
    person: 'ra',
    method: 'POST',
    path: `${base}/logs/add`,
    body: { building, followUp, exitDoors: true, comments },
    status: 201,
    note(answered) {
      const id = answered?.data._id ?? '';
      const log = { id, comments, followUp, reviewed: false, owner: null, closed: false };
      ledger.logs.set(id, log);
      filed(log);
      acknowledge(ledger, 'ra-log.create', id);
    },
  };
}
