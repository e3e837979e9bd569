/** More than any browser sends; an endless list costs memory before any rule is asked. */
export const mostHeaders = 200;

/** How long a connection may take for what, in milliseconds. Whoever is slower loses the connection, nobody else does. */
export interface ConnectionLimits {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** To the end of its body, unless it is an upload. */
  request: number;
  /** The least that an upload has to send and a download has to take: so many bytes in each stretch of so long. */
  rate: { bytes: number; within: number };
  /** Without a byte in either direction, be it that the client reads nothing or that we work on the answer. */
  silence: number;
  /** Between two requests. Longer than proxies keep a connection, so that it is they who close it. */
  keepAlive: number;
  /** How often the first two are looked at: so much later a connection may be closed. */
  checkEvery: number;
  /** A stopping server waits this long for another byte on a connection, to answer it with `connection: close`. */
  drainIdle: number;
  /** A stopping server gives requests in flight so long to finish. */
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
  drainBusy: 8_000,
};
