import type { SettingMistake } from './mistakes.ts';

/** A bucket of an S3 service, which is the portal's alone. */
export interface S3Setting {
  bucket: string;
  /** Origin of the service. `null`: Amazon's. */
  endpoint: string | null;
  region: string;
  /** `null`: found where Amazon's own programs find them, such as the role of a machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

const prefix = 'QUAD_FILES_S3_';
/** What other vendors' services call theirs. */
const usualRegion = 'us-east-1';

/** Where files are kept if not in a folder; `null` without a bucket. No mistake repeats a value, since it may be the secret. */
export function readS3(
  value: (name: string) => string | undefined,
  mistakes: SettingMistake[],
): S3Setting | null {
  const [bucket, endpoint, region = usualRegion, keyId, secret] = [
    value(`${prefix}BUCKET`),
    value(`${prefix}ENDPOINT`),
    value(`${prefix}REGION`),
    value(`${prefix}KEY_ID`),
    value(`${prefix}SECRET`),
  ];
  const mistake = (name: string, what: string, example: string) =>
    void mistakes.push({ where: prefix + name, what, example: `${prefix}${name}=${example}` });
  if (bucket === undefined) {
    if (endpoint ?? keyId ?? secret)
      mistake('BUCKET', 'It is missing: the other settings of S3 need a bucket.', 'quad-files');
    return null;
  }
  // Amazon's rule, which the others follow.
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    mistake('BUCKET', 'It is not the name of a bucket.', 'quad-files');
  if (!/^[a-z0-9-]{1,40}$/i.test(region)) mistake('REGION', 'It is not the name of a region.', usualRegion);
  if (endpoint !== undefined && !isOrigin(endpoint))
    mistake('ENDPOINT', 'It is not a web address without a path.', 'https://s3.college.edu');
  if ((keyId === undefined) !== (secret === undefined))
    mistake(keyId === undefined ? 'KEY_ID' : 'SECRET', 'A key has an id and a secret.', '...');
  const credentials =
    keyId === undefined || secret === undefined ? null : { accessKeyId: keyId, secretAccessKey: secret };
  return { bucket, endpoint: endpoint ?? null, region, credentials };
}

function isOrigin(written: string): boolean {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return false;
  return /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
}
