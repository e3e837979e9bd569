import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startDaemon } from '../../harness/daemon.ts';
import { freePort } from '../../src/platform/server/testing/free-port.ts';

/** nginx sending the files of a folder with sendfile, as fast as this machine can. @returns its port */
export async function startNginxFiles(folder: string): Promise<number> {
  const port = await freePort();
  const configuration = path.join(folder, 'nginx.conf');
  await writeFile(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${path.join(folder, 'nginx.pid')};
error_log stderr warn;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_body_temp_path ${path.join(folder, 'body')};
  proxy_temp_path ${path.join(folder, 'proxy')};
  fastcgi_temp_path ${path.join(folder, 'fastcgi')};
  uwsgi_temp_path ${path.join(folder, 'uwsgi')};
  scgi_temp_path ${path.join(folder, 'scgi')};
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`,
  );
  await startDaemon(['nginx', '-p', folder, '-c', configuration], { port });
  return port;
}
