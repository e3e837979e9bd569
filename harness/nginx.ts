import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../src/platform/server/testing/free-port.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { hasCommand } from './machine.ts';
import { root, runCommand } from './program.ts';
import { temporaryFolder } from './quad.ts';

export function whyNoNginx(): string | null {
  return hasCommand('nginx') ? null : 'there is no nginx';
}

export interface Nginx extends Daemon {
  url: string;
  port: number;
  /** The requests it has logged so far. */
  accessLog(): Promise<string>;
  /** Its warnings and errors so far. */
  errorLog(): Promise<string>;
}

/** nginx with the exact file that colleges get, except for the ports, the name, and the certificate. */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const command = await prepare(folder, { ports, listen: { 80: await freePort(), 443: port }, tls: false });
  const daemon = await startDaemon(command, { port });
  const accessLog = () => readFile(path.join(folder, 'quad.log'), 'utf8');
  const errorLog = () => readFile(path.join(folder, 'error.log'), 'utf8');
  return { ...daemon, port, url: `http://localhost:${port}`, accessLog, errorLog };
}

/** The output of `nginx -t` for the file with TLS; only the certificate and the ports differ. */
export async function checkNginx(): Promise<string> {
  const folder = await temporaryFolder();
  const listen = { 80: await freePort(), 443: await freePort() };
  await makeCertificate(folder);
  const [command = '', ...words] = await prepare(folder, { ports: [3000], listen, tls: true });
  const { stdout, stderr } = spawnSync(command, [...words, '-t'], { encoding: 'utf8' });
  return stdout + stderr;
}

interface Place {
  /** The ports of the instances behind it. */
  ports: readonly number[];
  /** Replaces its own two ports. */
  listen: Record<80 | 443, number>;
  tls: boolean;
}

/**
 * Writes its files into a folder.
 * @returns the command that starts it
 */
async function prepare(folder: string, { ports, listen, tls }: Place): Promise<string[]> {
  const given = await readFile(path.join(root, 'docs/proxy/nginx.conf'), 'utf8');
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n  ');
  const site = given
    .replace('server 127.0.0.1:3000 max_fails=0;', servers)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${listen[80]};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${listen[443]}${tls ? ' ssl http2' : ''};`)
    .replaceAll('quad.college.edu;', 'localhost;')
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const certificate = tls ? site.replaceAll(/\/etc\/ssl\/(private\/)?/g, `${folder}/`) : withoutTls(site);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await Promise.all(kinds.map((kind) => mkdir(path.join(folder, kind))));
  const temporary = kinds.map((kind) => `${kind}_temp_path ${path.join(folder, kind)};`).join('\n  ');
  await writeFile(path.join(folder, 'site.conf'), certificate);
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${path.join(folder, 'nginx.pid')};
error_log stderr warn;
error_log ${path.join(folder, 'error.log')} warn;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary}
  include ${path.join(folder, 'site.conf')};
}
`,
  );
  return ['nginx', '-p', folder, '-c', path.join(folder, 'nginx.conf')];
}

function withoutTls(site: string): string {
  return site.replaceAll(/^ *ssl_.*\n/gm, '');
}

async function makeCertificate(folder: string): Promise<void> {
  const name = 'quad.college.edu';
  const files = ['-keyout', path.join(folder, `${name}.key`), '-out', path.join(folder, `${name}.pem`)];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await runCommand('openssl', ['req', ...kind, '-subj', `/CN=${name}`, ...files]);
}
