import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import { BerReader, BerWriter, ProtocolOperation } from 'ldapts';
import type { TestEntry, Values } from './filter.ts';
import {
  attributeSent,
  type Request,
  readBind,
  readSearch,
  type SearchRequest,
  takeMessages,
  writeEntry,
  writeResult,
} from './messages.ts';

const pagedResults = '1.2.840.113556.1.4.319';
const passwordPolicy = '1.3.6.1.4.1.42.2.27.8.5.1';

/** How a bind ends. */
export interface BindAnswer {
  code: number;
  message?: string;
  /** Error of the password policy control. */
  policyError?: number;
}

interface Options {
  /** Key and certificate; with them the server offers StartTLS, or speaks TLS from the start. */
  tls?: { key: string; cert: string };
  mode?: 'plain' | 'ldaps';
}

/** A directory server that does what a test says: real BER on a real socket, and a log of everything it was asked. */
export class ScriptedServer {
  readonly entries: TestEntry[] = [];
  readonly passwords = new Map<string, string>();
  /** Comes before the passwords. */
  readonly bindAnswers = new Map<string, BindAnswer>();
  readonly binds: { dn: string; password: string }[] = [];
  readonly searches: SearchRequest[] = [];
  /** Values of one attribute in one response; more are sent in parts, as Active Directory does. */
  rangeSize = Number.POSITIVE_INFINITY;
  /** The connection breaks after this many entries of a search. */
  breaksAfter = Number.POSITIVE_INFINITY;
  /** Entries of a search in all, however many pages it has. */
  sizeLimit = Number.POSITIVE_INFINITY;
  /** Sent unencrypted after the response to StartTLS. */
  slippedIn: Buffer = Buffer.alloc(0);
  /** It breaks the connection in place of a response to a new password. */
  losesPasswords = false;
  /** The result of each new password; `null`: it accepts requests in addition to the usual ones for StartTLS. */
  passwordResult: number | null = null;
  /** It stops responding. */
  silent = false;
  readonly #options: Options;
  readonly #sockets = new Set<Socket>();
  #server: net.Server | null = null;

  constructor(options: Options = {}) {
    this.#options = options;
  }

  get port(): number {
    const address = this.#server?.address() as AddressInfo | undefined;
    return address?.port ?? 0;
  }

  /** @param port The one from before, after a pause. */
  async open(port = 0): Promise<void> {
    const { tls: secure, mode } = this.#options;
    const accept = (socket: Socket) => this.#accept(socket);
    this.#server = mode === 'ldaps' ? tls.createServer({ ...secure }, accept) : net.createServer(accept);
    await new Promise<void>((resolve) => this.#server?.listen(port, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()) ?? resolve());
  }

  reset(): void {
    this.entries.length = 0;
    this.passwords.clear();
    this.bindAnswers.clear();
    this.binds.length = 0;
    this.searches.length = 0;
    this.rangeSize = Number.POSITIVE_INFINITY;
    this.breaksAfter = Number.POSITIVE_INFINITY;
    this.sizeLimit = Number.POSITIVE_INFINITY;
    this.losesPasswords = false;
    this.passwordResult = null;
    this.silent = false;
  }

  add(dn: string, values: Values, password?: string): void {
    this.entries.push({ dn, values });
    if (password !== undefined) this.passwords.set(dn, password);
  }

  /** Changes attributes of an entry; an empty list removes one. */
  change(dn: string, values: Values): void {
    const entry = this.entries.find((known) => known.dn === dn);
    if (entry === undefined) throw new Error(`There is no ${dn}.`);
    entry.values = { ...entry.values, ...values };
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    let received: Buffer = Buffer.alloc(0);
    const take = (chunk: Buffer) => {
      const { requests, rest } = takeMessages(Buffer.concat([received, chunk]));
      received = rest;
      for (const request of requests) this.#answer(socket, request, () => socket.off('data', take));
    };
    socket.on('data', take);
  }

  #answer(socket: Socket, request: Request, stopReading: () => void): void {
    if (this.silent) return;
    if (request.operation === ProtocolOperation.LDAP_REQ_BIND) this.#bind(socket, request);
    else if (request.operation === ProtocolOperation.LDAP_REQ_SEARCH) this.#search(socket, request);
    else if (request.operation === ProtocolOperation.LDAP_REQ_UNBIND) socket.end();
    else if (request.operation === ProtocolOperation.LDAP_REQ_EXTENSION && this.losesPasswords)
      socket.destroy();
    else if (request.operation === ProtocolOperation.LDAP_REQ_EXTENSION && this.passwordResult !== null)
      socket.write(
        writeResult(request.id, {
          operation: ProtocolOperation.LDAP_RES_EXTENSION,
          code: this.passwordResult,
        }),
      );
    else if (request.operation === ProtocolOperation.LDAP_REQ_EXTENSION) {
      stopReading();
      const { tls: secure } = this.#options;
      const code = secure === undefined ? 2 : 0;
      const result = writeResult(request.id, { operation: ProtocolOperation.LDAP_RES_EXTENSION, code });
      socket.write(Buffer.concat([result, this.slippedIn]));
      if (secure !== undefined) this.#accept(new tls.TLSSocket(socket, { isServer: true, ...secure }));
    }
  }

  #bind(socket: Socket, request: Request): void {
    const { dn, password } = readBind(request);
    this.binds.push({ dn, password });
    const known = this.passwords.get(dn);
    const { code, message, policyError } = this.bindAnswers.get(dn) ?? {
      // As many servers do: with a name and no password, anyone is let in as no one.
      code: password === '' || (known !== undefined && known === password) ? 0 : 49,
    };
    const control =
      policyError === undefined ? undefined : { name: passwordPolicy, value: policyValue(policyError) };
    const answer = { operation: ProtocolOperation.LDAP_RES_BIND, code, message: message ?? '' };
    socket.write(writeResult(request.id, control === undefined ? answer : { ...answer, control }));
  }

  #search(socket: Socket, request: Request): void {
    const search = readSearch(request);
    this.searches.push(search);
    const base = search.base.toLowerCase();
    const found = this.entries.filter(({ dn }) => {
      const at = dn.toLowerCase();
      return search.scope === 0 ? at === base : at === base || at.endsWith(`,${base}`);
    });
    const matching = found.filter((entry) => search.filter.matches(entry, this.entries));
    const page = pageOf(matching, request.controls.get(pagedResults));
    const { entries, control, from } = page;
    const most = Math.min(search.most || this.sizeLimit, Math.max(0, this.sizeLimit - from));
    const sent = entries.slice(0, most);
    for (const entry of sent) {
      if (this.breaksAfter <= 0) {
        socket.destroy();
        return;
      }
      this.breaksAfter -= 1;
      socket.write(writeEntry(request.id, entry, search.attributes, attributeSent(this.rangeSize)));
    }
    const code = search.scope === 0 && found.length === 0 ? 32 : sent.length < entries.length ? 4 : 0;
    const done = { operation: ProtocolOperation.LDAP_RES_SEARCH, code };
    socket.write(writeResult(request.id, control === undefined ? done : { ...done, control }));
  }
}

/** The requested part of a result; the cookie is where to continue. */
function pageOf(entries: readonly TestEntry[], value: Buffer | undefined) {
  if (value === undefined) return { entries, from: 0 };
  const reader = new BerReader(value);
  reader.readSequence();
  const size = reader.readInt() ?? 0;
  const from = Number((reader.readString(0x04, true) ?? Buffer.alloc(0)).toString() || 0);
  const to = from + size;
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(entries.length);
  writer.writeString(to < entries.length ? String(to) : '');
  writer.endSequence();
  return { entries: entries.slice(from, to), from, control: { name: pagedResults, value: writer.buffer } };
}

function policyValue(error: number): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeEnumeration(error, 0x81);
  writer.endSequence();
  return writer.buffer;
}
