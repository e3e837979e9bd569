import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface Stored {
  uid: number;
  raw: string;
  seen: boolean;
  at: Date;
}

/** A mail server that has one inbox and knows just enough of IMAP (RFC 3501, RFC 6851) for a client that reads it. */
export interface ImapServer {
  url: string;
  inbox: Stored[];
  aside: string[];
  uidValidity: number;
  /** Commands that are answered by closing the connection. */
  hangsUp: RegExp | null;
  /** Commands that are answered by an email of hundreds of megabytes, and how many bytes of it were sent. */
  swells: RegExp | null;
  swollen: number;
  /** Commands that are refused. */
  refuses: RegExp | null;
  /** Creates no folder. */
  refusesFolders: boolean;
  password: string;
  /** What it was asked to do, in the order in which it came. */
  commands: string[];
  /** @param at When it arrived; in the form of IMAP, without fractions of a second */
  put(raw: string, at?: Date): void;
}

export async function startImapServer(): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  let nextUid = 1;
  const server: ImapServer = {
    url: '',
    inbox: [],
    aside: [],
    uidValidity: 7,
    hangsUp: null,
    swells: null,
    swollen: 0,
    refuses: null,
    refusesFolders: false,
    password: 'secret',
    commands: [],
    put(raw, at = new Date()) {
      server.inbox.push({ uid: nextUid, raw: raw.replace(/\r?\n/g, '\r\n'), seen: false, at });
      nextUid += 1;
    },
  };
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write('* OK [CAPABILITY IMAP4rev1 UIDPLUS MOVE] ready\r\n');
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (server.hangsUp?.test(line)) return void socket.destroy();
        if (server.swells?.test(line)) return swell(socket);
        const [tag = '', ...words] = line.split(' ');
        server.commands.push(words.join(' '));
        if (server.refuses?.test(line)) {
          socket.write(`${tag} NO [UNAVAILABLE] not now\r\n`);
          continue;
        }
        for (const answer of respond(words.join(' '))) socket.write(`${answer}\r\n`, 'latin1');
        socket.write(`${tag} ${result(words.join(' '))}\r\n`);
        if (words[0]?.toUpperCase() === 'LOGOUT') socket.end();
      }
    });
  });

  function swell(socket: Socket): void {
    const piece = Buffer.alloc(64 * 1024, 'a');
    const size = 4_000 * piece.length;
    socket.write(`* 1 FETCH (UID ${nextUid - 1} BODY[]<0> {${size}}\r\n`);
    const more = () => {
      while (!socket.destroyed && server.swollen < size) {
        server.swollen += piece.length;
        if (!socket.write(piece)) return void socket.once('drain', more);
      }
    };
    more();
  }

  function result(command: string): string {
    if (/^LOGIN/i.test(command) && !command.includes(server.password)) return 'NO [AUTHENTICATIONFAILED] no';
    if (/^UID MOVE/i.test(command) && !created) return 'NO [TRYCREATE] no such mailbox';
    if (/^CREATE/i.test(command) && !created) return 'NO [NOPERM] no';
    return 'OK done';
  }

  let created = false;
  function respond(command: string): string[] {
    const upper = command.toUpperCase();
    if (upper === 'CAPABILITY') return ['* CAPABILITY IMAP4rev1 UIDPLUS MOVE'];
    if (upper.startsWith('LIST')) return ['* LIST (\\HasNoChildren) "/" INBOX'];
    if (/^(SELECT|EXAMINE)/.test(upper))
      return [
        `* ${server.inbox.length} EXISTS`,
        '* FLAGS (\\Seen)',
        '* OK [PERMANENTFLAGS (\\Seen)] ok',
        `* OK [UIDVALIDITY ${server.uidValidity}] ok`,
        `* OK [UIDNEXT ${nextUid}] ok`,
      ];
    if (upper.startsWith('CREATE')) created = !server.refusesFolders;
    const [, verb = '', range = ''] = /^UID (\w+) (\S+)/i.exec(command) ?? [];
    const chosen = server.inbox.filter(({ uid }) => isIn(uid, range));
    if (/fetch/i.test(verb)) return chosen.map((one) => fetched(one, /BODY/i.test(command)));
    if (/store/i.test(verb)) for (const one of chosen) one.seen = true;
    if (/move/i.test(verb) && created) {
      server.aside.push(...chosen.map(({ raw }) => raw));
      server.inbox = server.inbox.filter((one) => !chosen.includes(one));
    }
    return [];
  }

  function isIn(uid: number, range: string): boolean {
    const [first = '', last = first] = range.split(':');
    const highest = Math.max(0, ...server.inbox.map((one) => one.uid));
    const end = last === '*' ? highest : Number(last);
    return uid >= Math.min(Number(first), end) && uid <= Math.max(Number(first), end);
  }

  function fetched(one: Stored, withBody: boolean): string {
    const place = server.inbox.indexOf(one) + 1;
    const size = Buffer.byteLength(one.raw, 'latin1');
    const about = `UID ${one.uid} RFC822.SIZE ${size} INTERNALDATE "${dateOf(one.at)}"`;
    return `* ${place} FETCH (${about}${withBody ? ` BODY[]<0> {${size}}\r\n${one.raw}` : ''})`;
  }

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  server.url = `imap://help:secret@127.0.0.1:${port}`;
  return server;
}

/** `22-Nov-2026 14:00:00 +0000` */
function dateOf(date: Date): string {
  const [, day, month, year, time] = /(\d\d) (\w{3}) (\d{4}) ([\d:]{8})/.exec(date.toUTCString()) ?? [];
  return `${day}-${month}-${year} ${time} +0000`;
}
