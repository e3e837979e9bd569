import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../testing/free-port.ts';
import { keyPairs } from './key-pairs.ts';

const program = '/usr/bin/php';
const www = '/usr/share/simplesamlphp/www';

/** Why the tests with SimpleSAMLphp do not run here; `null` if they do. */
export function whyNoSimpleSamlPhp(): string | null {
  if (process.env.QUAD_PEERS !== '1') return 'QUAD_PEERS is not 1';
  if (!existsSync(program) || !existsSync(www)) return 'simplesamlphp is not installed';
  const modules = execFileSync(program, ['-m'], { encoding: 'utf8' });
  return /^dom$/m.test(modules) && /^mbstring$/m.test(modules) ? null : 'php-xml or php-mbstring is missing';
}

/** What the provider has to know about the portal. */
interface Portal {
  entityId: string;
  callbackUrl: string;
  singleLogoutUrl: string;
}

/** SimpleSAMLphp as an identity provider with one person, on PHP's own server. */
export class RealSimpleSamlPhp {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'quad-simplesamlphp-'));
  readonly #cookies = new Map<string, string>();
  /** How often it asked for a password. */
  prompts = 0;
  #process: ChildProcess | null = null;
  #origin = '';

  async open(portal: Portal): Promise<void> {
    this.#origin = `http://127.0.0.1:${await freePort()}`;
    const write = (name: string, text: string) => writeFileSync(path.join(this.folder, name), text);
    for (const name of ['metadata', 'sessions', 'logs', 'data']) mkdirSync(path.join(this.folder, name));
    write('idp.key', keyPairs.idp.key);
    write('idp.crt', keyPairs.idp.certificate);
    write('config.php', configuration(this.folder, this.#origin));
    write('authsources.php', people);
    write('metadata/saml20-idp-hosted.php', hosted(this.folder));
    write('metadata/saml20-sp-remote.php', remote(portal));
    this.#process = spawn(program, ['-S', new URL(this.#origin).host, '-t', www], {
      env: { PATH: process.env.PATH ?? '', SIMPLESAMLPHP_CONFIG_DIR: this.folder },
      stdio: 'ignore',
    });
    await this.#listens();
  }

  /** Its metadata, as an operator saves it. */
  async metadata(): Promise<string> {
    return (await this.#get(`${this.#origin}/saml2/idp/metadata.php`)).text;
  }

  /** Goes where our request leads, and signs in there if asked. @returns What its page makes the browser post */
  async pass(address: string): Promise<string> {
    let page = await this.#get(address);
    const authState = hidden(page.text, 'AuthState');
    if (authState !== null) {
      this.prompts += 1;
      const form = new URLSearchParams({ username: 'ida', password: 'ida password', AuthState: authState });
      page = await this.#get(page.url, form);
    }
    const response = hidden(page.text, 'SAMLResponse');
    if (response === null) throw new Error(`${page.status}: ${page.text.slice(0, 3_000)}`);
    return response;
  }

  /** Follows a sign-out of ours. @returns Where it sends the browser at the portal */
  async signOut(address: string): Promise<string> {
    return (await this.#get(address)).url;
  }

  async close(): Promise<void> {
    const running = this.#process;
    if (running !== null && running.exitCode === null) {
      running.kill('SIGTERM');
      await once(running, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Follows redirects with the cookies of a browser, until they leave the provider. */
  async #get(
    address: string,
    form?: URLSearchParams,
  ): Promise<{ status: number; url: string; text: string }> {
    let at = address;
    let body = form;
    for (let hops = 0; hops < 20; hops += 1) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const method = body === undefined ? 'GET' : 'POST';
      const answer = await fetch(at, {
        method,
        redirect: 'manual',
        headers: { cookie },
        ...(body ? { body } : {}),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const location = answer.headers.get('location');
      if (location === null) return { status: answer.status, url: at, text: await answer.text() };
      at = new URL(location, at).href;
      body = undefined;
      if (!at.startsWith(this.#origin)) return { status: answer.status, url: at, text: '' };
    }
    throw new Error('The provider sends the browser round in circles.');
  }

  async #listens(): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      try {
        await fetch(`${this.#origin}/resources/default.css`);
        return;
      } catch {
        await pause(50);
      }
    }
    throw new Error('PHP does not listen.');
  }
}

function hidden(page: string, name: string): string | null {
  const value = new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1];
  return value === undefined
    ? null
    : value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x3D;', '=');
}

const configuration = (folder: string, origin: string) => `<?php
$config = [
  'baseurlpath' => '${origin}/',
  'certdir' => '${folder}/',
  'loggingdir' => '${folder}/logs/',
  'datadir' => '${folder}/data/',
  'tempdir' => '${folder}/data',
  'metadatadir' => '${folder}/metadata/',
  'attributenamemapdir' => '/etc/simplesamlphp/attributemap/',
  'secretsalt' => 'for tests only, and long enough',
  'auth.adminpassword' => 'of no use here',
  'technicalcontact_name' => 'IT',
  'technicalcontact_email' => 'it@sawtooth.example',
  'timezone' => 'UTC',
  'logging.handler' => 'file',
  'enable.saml20-idp' => true,
  'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'store.type' => 'phpsession',
  'session.phpsession.savepath' => '${folder}/sessions',
  'session.phpsession.cookiename' => 'SimpleSAML',
  'session.cookie.secure' => false,
  'metadata.sources' => [['type' => 'flatfile']],
];
`;

const people = `<?php
$config = ['people' => [
  'exampleauth:UserPass',
  'ida:ida password' => [
    'eduPersonPrincipalName' => ['ida@sawtooth.example'],
    'mail' => ['ida@sawtooth.example'],
    'displayName' => ['Ida Lörne'],
    'isMemberOf' => ['CN=Domain-IT,OU=Groups', 'sawtooth:portal:Domain-Staff'],
  ],
]];
`;

const hosted = (folder: string) => `<?php
$metadata['https://idp.sawtooth.example/simplesamlphp'] = [
  'host' => '__DEFAULT__',
  'privatekey' => '${folder}/idp.key',
  'certificate' => '${folder}/idp.crt',
  'auth' => 'people',
  'attributes.NameFormat' => 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
  'authproc' => [100 => ['class' => 'core:AttributeMap', 'name2oid']],
];
`;

const remote = ({ entityId, callbackUrl, singleLogoutUrl }: Portal) => `<?php
$metadata['${entityId}'] = [
  'AssertionConsumerService' => '${callbackUrl}',
  'SingleLogoutService' => '${singleLogoutUrl}',
  'certData' => '${keyPairs.portal.certificate.replace(/-----[^-]+-----|\s/g, '')}',
  'validate.authnrequest' => true,
  'validate.logout' => true,
  'sign.logout' => true,
  'assertion.encryption' => true,
];
`;
