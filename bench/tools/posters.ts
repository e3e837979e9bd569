import type { Quad } from '../../harness/quad.ts';
import { curl } from '../harness/curl.ts';

/** A PDF of one page of 36 by 24 inches, with this many bytes of nothing. */
export function drawPoster(padding: number): Buffer {
  const head = Buffer.from(`%PDF-1.7
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Count 1 /Kids [3 0 R] >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2592 1728] /Contents 4 0 R >>
endobj
4 0 obj
<< /Length ${padding} >>
stream
`);
  const body = Buffer.alloc(padding, ' ');
  const end = Buffer.from('\nendstream\nendobj\n');
  const places = [1, 2, 3, 4].map((number) => head.indexOf(`${number} 0 obj`));
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = head.length + body.length + end.length;
  const tail = Buffer.from(
    `xref\n0 5\n0000000000 65535 f \n${entries}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
  );
  return Buffer.concat([head, body, end, tail]);
}

/** Sends a poster from this machine. @returns the seconds it took. @throws Error when it was refused */
export async function submitPoster(quad: Quad, cookie: string, file: string): Promise<number> {
  const { status, seconds } = await curl([
    ...['--header', `Cookie: ${cookie}`, '--header', `Origin: ${quad.url}`],
    ...['--form', 'numberOfCopies=1', '--form', 'notes=Measured'],
    ...['--form', `attachment=@${file};filename=poster.pdf;type=application/pdf`],
    `${quad.url}/api/departments/mail-copy-center/poster-print-request`,
  ]);
  if (status !== 201) throw new Error(`The poster was answered with ${status}.`);
  // One person may send only so many an hour, so each of these counts as sent earlier.
  await quad.query(
    `update poster_requests set created_at = created_at - interval '2 hours' where notes = 'Measured'`,
  );
  return seconds;
}

/** How many posters were sent and judged. */
export async function countPosters(quad: Quad): Promise<number> {
  const [row] = await quad.query<{ posters: number }>(
    `select count(*)::int as posters from poster_requests where notes = 'Measured' and width = 36 and height = 24`,
  );
  return row?.posters ?? 0;
}
