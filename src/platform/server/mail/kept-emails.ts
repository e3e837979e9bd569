import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Address, default as Parser } from 'postal-mime';

/** An email that was written to a file instead of being sent. */
export interface KeptEmail {
  /** Its key. */
  id: string;
  at: Date;
  to: readonly string[];
  subject: string;
}

export interface WholeEmail extends KeptEmail {
  from: string;
  text: string;
  attachments: readonly { name: string; bytes: number }[];
}

export interface KeptEmails {
  /** Newest first, at most 500. */
  list(): Promise<KeptEmail[]>;
  /** `null` if there is none, or no longer. */
  read(id: string): Promise<WholeEmail | null>;
}

const mostListed = 500;
/** Far more than the headers of one of our emails. */
const headerBytes = 64 * 1024;

/** Domains that are set aside for examples and tests, so no one real has an address there (RFC 2606, RFC 6761). */
const madeUp = /@(?:[^@]+\.)?(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i;

/** The emails in `<data>/mail` to made-up people: those to anyone who may be real are never shown. */
export function createKeptEmails(dataFolder: string): KeptEmails {
  const folder = path.join(dataFolder, 'mail');
  return {
    async list() {
      const names = await readdir(folder).catch(() => []);
      const files = await Promise.all(names.filter((name) => /^[^.].*\.eml$/.test(name)).map(timeOf));
      const newest = files
        .filter((file) => file !== null)
        .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? 1 : -1))
        .slice(0, mostListed);
      const emails = await Promise.all(newest.map(async (file) => summary(file, await readHead(file.name))));
      return emails.filter((email) => email !== null);
    },
    async read(id) {
      const file = await timeOf(`${id}.eml`);
      const content = file && (await readFile(path.join(folder, file.name)).catch(() => null));
      const email = content && (await parse(content));
      const shown = file && email && present(file, email);
      if (!shown) return null;
      const attachments = email.attachments.map(({ filename, content: data }) => ({
        name: filename ?? 'attachment',
        bytes: typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength,
      }));
      const from = email.from?.address ?? '';
      return { ...shown, from, text: (email.text ?? '').trim(), attachments };
    },
  };

  async function timeOf(name: string) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    return found === null ? null : { name, at: found.mtime };
  }

  async function readHead(name: string): Promise<Buffer | null> {
    const handle = await open(path.join(folder, name)).catch(() => null);
    if (handle === null) return null;
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
      const end = buffer.indexOf('\r\n\r\n');
      return buffer.subarray(0, end === -1 ? bytesRead : end);
    } finally {
      await handle.close();
    }
  }
}

interface File {
  name: string;
  at: Date;
}

async function summary(file: File, head: Buffer | null): Promise<KeptEmail | null> {
  const email = head && (await parse(head));
  return email && present(file, email);
}

type Parsed = Awaited<ReturnType<(typeof Parser)['parse']>>;

/** `null` for a file that is not an email. */
async function parse(content: Buffer): Promise<Parsed | null> {
  const { default: PostalMime } = await import('postal-mime');
  return PostalMime.parse(content).catch(() => null);
}

/** `null` if one of its recipients may be real. */
function present({ name, at }: File, { to = [], subject = '' }: Parsed): KeptEmail | null {
  const addresses = to.flatMap(addressesOf);
  if (addresses.length === 0 || !addresses.every((address) => madeUp.test(address))) return null;
  return { id: name.slice(0, -'.eml'.length), at, to: addresses, subject };
}

function addressesOf(address: Address): string[] {
  return address.group === undefined ? [address.address] : address.group.map((one) => one.address);
}
