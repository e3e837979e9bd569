import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { readFileDetails, restoreFile, uploadFile } from '../../contract.ts';

interface Sent {
  fileName?: string;
  content?: string | Uint8Array<ArrayBuffer>;
  ownerType?: 'IT' | 'Faculty' | 'Committee' | 'Department' | 'Student' | 'Automation';
  department?: string;
  folder?: string;
  adGroups?: string;
  ipAddresses?: string;
  asVersion?: 'true';
  confirmed?: 'true';
  headers?: Record<string, string>;
}

let published = 0;

/** Uploads a file, for staff by default. Names differ, so that paths do. */
export function upload(client: TestClient, sent: Sent = {}) {
  published += 1;
  const { fileName = `paper-${published}.txt`, content = 'A paper.', headers = {}, ...fields } = sent;
  return client.send(uploadFile, {
    body: { ownerType: 'IT', contentType: 'Guide', adGroups: 'Domain-Staff', ipAddresses: '', ...fields },
    files: { file: { fileName, content } },
    headers,
  });
}

/** The file that an upload has published. @throws Error if it was refused */
export async function publish(client: TestClient, sent: Sent = {}) {
  const { status, body, text } = await upload(client, sent);
  if (status !== 201) throw new Error(`The upload was refused: ${text}`);
  return body.data;
}

/** Publishes a file again, or undoes its deletion, by someone who sees its current version. */
export async function restore(client: TestClient, id: string) {
  const params = { id };
  const { body } = await client.send(readFileDetails, { params });
  return client.send(restoreFile, { params, body: { version: body.data.version } });
}
