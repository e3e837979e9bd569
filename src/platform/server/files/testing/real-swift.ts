import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Setting } from '../../settings/s3-setting.ts';
import { freePort } from '../../testing/free-port.ts';

const parts = ['account', 'container', 'object', 'proxy'] as const;
const program = (part: string) => `/usr/bin/swift-${part}-server`;

/** Why the tests with OpenStack Swift are not run here; `null` if they are. */
export function whyNoSwift(): string | null {
  if (process.env.QUAD_PEERS !== '1') return 'QUAD_PEERS is not 1';
  return parts.every((part) => existsSync(program(part))) ? null : 'OpenStack Swift is not installed';
}

/** The object store of OpenStack with its S3 API, on one disk, as one user, with an empty bucket. */
export async function startRealSwift() {
  // Swift writes what it knows of a file into extended attributes, which a folder in memory may not have.
  const folder = mkdtempSync('/var/tmp/quad-swift-');
  mkdirSync(path.join(folder, 'disk/one'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write('swift.conf', swiftConf);
  const ports = await Promise.all(parts.map(freePort));
  for (const [index, part] of parts.entries()) {
    write(`${part}.conf`, configuration(folder, part, ports[index] ?? 0));
    if (part === 'proxy') continue;
    const ring = (...words: string[]) =>
      execFileSync('/usr/bin/swift-ring-builder', [`${part}.builder`, ...words], { cwd: folder });
    ring('create', '0', '1', '0');
    ring('add', `r1z1-127.0.0.1:${ports[index]}/one`, '1');
    ring('rebalance');
  }
  const children = parts.map((part) => {
    const words = [path.join(folder, `${part}.conf`)];
    return spawn(program(part), words, { cwd: folder, stdio: 'ignore' });
  });
  const stop = async () => {
    const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const ended = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill();
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true });
  };
  const setting: S3Setting = {
    bucket: 'quad-files',
    endpoint: `http://127.0.0.1:${ports.at(-1)}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'quad:quad', secretAccessKey: 'secret' },
  };
  try {
    await makeBucket(setting);
  } catch (error) {
    await stop();
    throw error;
  }
  return { setting, stop };
}

const swiftConf = `[swift-hash]
swift_hash_path_suffix = quad
[storage-policy:0]
name = only
default = yes
`;

const proxyParts = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 10
node_timeout = 60
recoverable_node_timeout = 60
[filter:tempauth]
use = egg:swift#tempauth
user_quad_quad = secret .admin
${['catch_errors', 'memcache', 's3api', 'bulk', 'slo']
  .map((name) => `[filter:${name === 'memcache' ? 'cache' : name}]\nuse = egg:swift#${name}\n`)
  .join('')}`;

function configuration(folder: string, part: (typeof parts)[number], port: number): string {
  const own = `[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`;
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${os.userInfo().username}
swift_dir = ${folder}
devices = ${folder}/disk
mount_check = false
disable_fallocate = true
${part === 'proxy' ? proxyParts : own}`;
}

/** As soon as all four take part: without the object server there is a bucket, but nothing can be put into it. */
async function makeBucket({ bucket, endpoint, credentials, ...setting }: S3Setting): Promise<void> {
  if (endpoint === null || credentials === null) return;
  const client = new S3Client({ ...setting, endpoint, credentials, forcePathStyle: true, maxAttempts: 1 });
  const giveUpAt = Date.now() + 50_000;
  let isMade = false;
  for (;;) {
    try {
      if (!isMade) await client.send(new CreateBucketCommand({ Bucket: bucket }));
      isMade = true;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'first', Body: 'first' }));
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'first' }));
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await pause(100);
    }
  }
}
