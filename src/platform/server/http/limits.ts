/** More than any browser sends; an endless list takes memory before any rule is checked. */
export const mostHeaders = 200;

/** How many requests of one person are worked on at once, and how many more may wait. */
export interface TurnLimits {
  workedOn: number;
  waiting: number;
}

/**
 * How long a connection may take for each step, in milliseconds, what uploads may hold in memory, and what one person may
 * have under way. Only the slow client loses its connection.
 */
export interface ConnectionLimits {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** To the end of its body, unless it is an upload. */
  request: number;
  /** The least that an upload has to send and a download has to read: this many bytes in each period of this length. */
  rate: { bytes: number; within: number };
  /** Without a byte in either direction, whether the client reads nothing or we work on the response. */
  silence: number;
  /** Between two requests. Longer than proxies keep a connection, so that they are the ones to close it. */
  keepAlive: number;
  /** How often the first two are checked; a connection may be closed this much later. */
  checkEvery: number;
  /** A stopping server waits this long for another byte on a connection, to respond to it with `connection: close`. */
  drainIdle: number;
  /** Bytes of all uploaded tables that arrive, wait, or are read; and how long a large one waits while another is read. */
  tables: { held: number; wait: number };
  /** Requests of one person that are worked on at once, and how many more may wait for it; uploads are not counted. */
  turns: TurnLimits;
  /** The same for a person's uploads, one of which may take hours: the others wait this long, in milliseconds. */
  uploads: TurnLimits & { wait: number };
  /** Characters of JSON that one person may leave unread; beyond that, their requests are refused. */
  unread: number;
  /** How long a stopping server gives requests in flight to finish. */
  drainBusy: number;
}

export const connectionLimits: ConnectionLimits = {
  headers: 20_000,
  request: 60_000,
  // About 70 kbit/s.
  rate: { bytes: 512 * 1024, within: 60_000 },
  silence: 90_000,
  keepAlive: 65_000,
  checkEvery: 2_000,
  drainIdle: 3_000,
  tables: { held: 128 * 1024 * 1024, wait: 45_000 },
  // The first is half of our connections to the database. The second is far more than a page requests at once, such as
  // all its photos through HTTP/2.
  turns: { workedOn: 10, waiting: 1_000 },
  // Each may have half a megabyte in memory, an open file, and with S3 more. Shorter than a request may take.
  uploads: { workedOn: 10, waiting: 1_000, wait: 30_000 },
  // More than all that a page requests.
  unread: 16 * 1024 * 1024,
  drainBusy: 8_000,
};
