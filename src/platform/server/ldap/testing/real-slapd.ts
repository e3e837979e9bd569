import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';
import { localhostCertificate } from './localhost-certificate.ts';

const program = '/usr/sbin/slapd';

/** Why the tests with OpenLDAP do not run here; `null` if they do. */
export function whyNoSlapd(): string | null {
  if (process.env.QUAD_PEERS !== '1') return 'QUAD_PEERS is not 1';
  return existsSync(program) ? null : 'slapd is not installed';
}

/** An OpenLDAP server for a test: LDAPS and StartTLS, the password policy, and the test's own data. */
export class RealSlapd {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'quad-slapd-'));
  #process: ChildProcess | null = null;
  port = 0;
  securePort = 0;

  get ca(): string {
    return path.join(this.#folder, 'cert.pem');
  }

  /** @param ldif What is in the directory below `dc=sawtooth,dc=example`. */
  async open(ldif: string): Promise<void> {
    const inFolder = (name: string) => path.join(this.#folder, name);
    mkdirSync(inFolder('db'));
    writeFileSync(inFolder('cert.pem'), localhostCertificate.cert);
    writeFileSync(inFolder('key.pem'), localhostCertificate.key);
    writeFileSync(inFolder('data.ldif'), ldif);
    writeFileSync(inFolder('slapd.conf'), configuration(this.#folder));
    execFileSync('/usr/sbin/slapadd', ['-q', '-f', inFolder('slapd.conf'), '-l', inFolder('data.ldif')]);
    [this.port, this.securePort] = await Promise.all([freePort(), freePort()]);
    const addresses = `ldap://127.0.0.1:${this.port} ldaps://127.0.0.1:${this.securePort}`;
    this.#process = spawn(program, ['-d', '0', '-f', inFolder('slapd.conf'), '-h', addresses], {
      stdio: 'ignore',
    });
    await listens(this.port);
  }

  /** Changes entries as an administrator does. */
  modify(ldif: string): void {
    const who = ['-x', '-D', 'cn=admin,dc=sawtooth,dc=example', '-w', 'admin'];
    execFileSync('/usr/bin/ldapmodify', [...who, '-H', `ldap://127.0.0.1:${this.port}`], { input: ldif });
  }

  /** Whether a DN and a password are let in, past the portal. */
  accepts(dn: string, password: string): boolean {
    const url = ['-H', `ldap://127.0.0.1:${this.port}`];
    try {
      execFileSync('/usr/bin/ldapwhoami', ['-x', '-D', dn, '-w', password, ...url], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    const running = this.#process;
    if (running !== null && running.exitCode === null)
      await new Promise<void>((resolve) => {
        running.once('exit', () => resolve());
        running.kill('SIGTERM');
      });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function configuration(folder: string): string {
  return `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
# A name without a password is let in as no one: the trap that the portal must not fall into.
allow bind_anon_cred bind_anon_dn
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
pidfile ${folder}/slapd.pid
database mdb
suffix "dc=sawtooth,dc=example"
rootdn "cn=admin,dc=sawtooth,dc=example"
rootpw admin
directory ${folder}/db
maxsize 2147483648
index objectClass,uid,mail,entryUUID,member,uniqueMember eq
limits dn.exact="cn=quad,ou=services,dc=sawtooth,dc=example" size=unlimited
${documentedAccess()}
overlay ppolicy
ppolicy_default "cn=policy,dc=sawtooth,dc=example"
ppolicy_use_lockout
`;
}

/** What the documentation tells a college to write, so that it is what the tests show to work. */
function documentedAccess(): string {
  const text = readFileSync('docs/password-reset.md', 'utf8').replaceAll(
    'dc=college,dc=edu',
    'dc=sawtooth,dc=example',
  );
  return [...text.matchAll(/^ *olcAccess: (to .+)$/gm)].map(([, rule]) => `access ${rule}`).join('\n');
}

async function listens(port: number): Promise<void> {
  for (let tried = 0; tried < 200; tried += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await pause(50);
  }
  throw new Error('slapd does not listen.');
}
