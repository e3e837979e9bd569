import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Daemon, startDaemon } from './daemon.ts';
import { hasCommand } from './machine.ts';
import { freePort, root } from './program.ts';
import { temporaryFolder } from './quad.ts';

export function whyNoNginx(): string | null {
  return hasCommand('nginx') ? null : 'there is no nginx';
}

/** nginx with the very file that colleges are given, but for the ports, the name and the certificate. */
export async function startNginx(
  ports: readonly [number, number],
): Promise<Daemon & { url: string; port: number }> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const given = await readFile(path.join(root, 'docs/proxy/nginx.conf'), 'utf8');
  const site = given
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('quad.college.edu;', 'localhost;')
    .replaceAll(/^ *ssl_certificate.*\n/gm, '');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await Promise.all(kinds.map((kind) => mkdir(path.join(folder, kind))));
  const temporary = kinds.map((kind) => `${kind}_temp_path ${path.join(folder, kind)};`).join('\n  ');
  await writeFile(path.join(folder, 'site.conf'), site);
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${path.join(folder, 'nginx.pid')};
error_log stderr warn;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary}
  include ${path.join(folder, 'site.conf')};
}
`,
  );
  const daemon = await startDaemon(['nginx', '-p', folder, '-c', path.join(folder, 'nginx.conf')], { port });
  return { ...daemon, port, url: `http://localhost:${port}` };
}
