import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Attribute, Change, Client } from 'ldapts';
import { sambaCertificate } from './samba-certificate.ts';
import { canMakeDomain, copyDomain, domain } from './samba-domain.ts';

const program = '/usr/sbin/samba';

/** Why the tests with Active Directory are not run here; `null` if they are. */
export function whyNoSamba(): string | null {
  if (process.env.QUAD_PEERS !== '1') return 'QUAD_PEERS is not 1';
  if (process.getuid?.() !== 0) return 'its fixed ports 389 and 636 need root';
  if (existsSync(program) && canMakeDomain()) return null;
  return 'samba, samba-ad-provision, and samba-vfs-modules are not all installed';
}

type Values = Readonly<Record<string, string | readonly string[] | Buffer>>;

/**
 * An Active Directory domain of its own, `DC=college,DC=test`, by Samba. Its ports are fixed, so each one takes an
 * address of its own from 127.0.53.1 on: any number of test files may have one at the same time.
 */
export class RealSamba {
  readonly base = domain.base;
  readonly people = `CN=Users,${domain.base}`;
  readonly administrator = domain.administrator;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'quad-samba-'));
  #claim: Server | null = null;
  #address = '';
  #process: ChildProcess | null = null;
  #client: Client | null = null;

  get ca(): string {
    return path.join(this.#folder, 'cert.pem');
  }

  get url(): string {
    return `ldaps://${this.#address}`;
  }

  /** Samba refuses passwords there until StartTLS. */
  get plainUrl(): string {
    return `ldap://${this.#address}`;
  }

  /** A connection on which the administrator is bound; it closes with the server. */
  get client(): Client {
    if (this.#client === null) throw new Error('Samba is not open.');
    return this.#client;
  }

  /** The first one in a month takes half a minute on a busy machine: give `beforeAll` two. */
  async open(): Promise<void> {
    [this.#claim, this.#address] = await claimAddress();
    copyDomain(this.#folder);
    mkdirSync(this.#file('run'));
    writeFileSync(this.ca, sambaCertificate.cert);
    writeFileSync(this.#file('key.pem'), sambaCertificate.key, { mode: 0o600 });
    const parameters = ['-F', '--no-process-group', '-M', 'single', '-s', this.#file('etc/smb.conf')];
    this.#process = spawn(program, [...parameters, ...this.#options()], {
      env: { ...process.env, TDB_NO_FSYNC: '1' },
      stdio: 'ignore',
    });
    this.#client = await this.#connect();
    // Passwords of tests may be changed as often as they like.
    await this.change(this.base, { minPwdAge: '0' });
  }

  /**
   * @param password `null` for someone who never signs in: that is ten times as quick
   * @param values Further attributes; `userAccountControl` is that of an account that works
   * @returns the DN
   */
  async addUser(
    name: string,
    password: string | null,
    values: Values = {},
    under = this.people,
  ): Promise<string> {
    const dn = `CN=${name},${under}`;
    const usual = { objectClass: 'user', sAMAccountName: name };
    // PASSWD_NOTREQD, or the policy would refuse an account without one.
    const secret: Values =
      password === null
        ? { userAccountControl: '544' }
        : { userAccountControl: '512', unicodePwd: passwordValue(password) };
    await this.#add(dn, { ...usual, ...secret, ...values });
    return dn;
  }

  /** @returns the DN */
  async addGroup(name: string, members: readonly string[] = [], under = this.people): Promise<string> {
    const dn = `CN=${name},${under}`;
    const member: Values = members.length === 0 ? {} : { member: members };
    await this.#add(dn, { objectClass: 'group', sAMAccountName: name, ...member });
    return dn;
  }

  async addUnit(name: string): Promise<string> {
    const dn = `OU=${name},${this.base}`;
    await this.#add(dn, { objectClass: 'organizationalUnit' });
    return dn;
  }

  /** Replaces attributes as an administrator does; an empty list removes one. */
  change(dn: string, values: Values): Promise<void> {
    const changes = attributesOf(values).map(
      (modification) => new Change({ operation: 'replace', modification }),
    );
    return this.client.modify(dn, changes);
  }

  setPassword(dn: string, password: string): Promise<void> {
    return this.change(dn, { unicodePwd: passwordValue(password) });
  }

  remove(dn: string): Promise<void> {
    return this.client.del(dn);
  }

  /** Whether a name and a password sign in, past the portal. */
  async accepts(dn: string, password: string): Promise<boolean> {
    const client = new Client({ url: this.url, tlsOptions: { ca: sambaCertificate.cert } });
    try {
      await client.bind(dn, password);
      return true;
    } catch {
      return false;
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.#client?.unbind().catch(() => undefined);
    const running = this.#process;
    if (running !== null && running.exitCode === null)
      await new Promise<void>((resolve) => {
        running.once('exit', () => resolve());
        running.kill('SIGTERM');
      });
    this.#claim?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #add(dn: string, values: Values): Promise<void> {
    return this.client.add(dn, attributesOf(values));
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }

  #options(): string[] {
    const options = {
      interfaces: `${this.#address}/8`,
      'bind interfaces only': 'yes',
      'server services': 'ldap',
      'pid directory': this.#file('run'),
      'log file': this.#file('log'),
      'tls certfile': this.ca,
      'tls keyfile': this.#file('key.pem'),
      'tls cafile': this.ca,
    };
    return Object.entries(options).map(([name, value]) => `--option=${name}=${value}`);
  }

  async #connect(): Promise<Client> {
    const { dn, password } = this.administrator;
    let failure: unknown;
    for (let tried = 0; tried < 300 && this.#process?.exitCode === null; tried += 1) {
      const client = new Client({
        url: this.url,
        tlsOptions: { ca: sambaCertificate.cert },
        timeout: 10_000,
      });
      try {
        await client.bind(dn, password);
        return client;
      } catch (error) {
        failure = error;
        await client.unbind().catch(() => undefined);
        await pause(100);
      }
    }
    throw new Error('Samba does not let its administrator in.', { cause: failure });
  }
}

/** As Active Directory takes passwords: in quotes, as UTF-16 ([MS-ADTS] section 3.1.1.3.1.5.1). */
function passwordValue(password: string): Buffer {
  return Buffer.from(`"${password}"`, 'utf16le');
}

function attributesOf(values: Values): Attribute[] {
  return Object.entries(values).map(([type, value]) =>
    Buffer.isBuffer(value)
      ? new Attribute({ type, values: [value] })
      : new Attribute({ type, values: [value].flat().map(String) }),
  );
}

/** A loopback address that no other test has; it is held by a port of it. */
async function claimAddress(): Promise<[Server, string]> {
  for (let last = 1; last <= 16; last += 1) {
    const address = `127.0.53.${last}`;
    const claimed = await new Promise<Server | null>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(null)).listen(53_389, address, () => resolve(server));
    });
    if (claimed !== null) return [claimed, address];
  }
  throw new Error('16 Samba servers are running already.');
}
