import { v7 as uuid } from 'uuid';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { costFields } from '../contract/fields.ts';
import { adoptFiles } from './attachments.ts';
import { auditApplication } from './audit.ts';
import type { Amounts, ApplicationRow, MessageRow, ReportRow, SubmittedReportState } from './tables.ts';

const day = 86_400_000;

/** For approved applications whose activity is over: the newest are in every state, older ones are done. */
const newest: readonly (SubmittedReportState | null)[] = [
  null,
  'Submitted',
  'Accepted',
  'Returned',
  'Accepted',
];

const texts = [
  'I presented our work to about sixty people and got three questions that change the next chapter. Two colleagues from other colleges want to join. I will show the results in the February seminar.',
  'The work went as planned, and the data are complete. A student and I are writing the article. The leftover materials are in the department.',
];
const missing = 'The hotel receipt is missing, and the taxi amount is more than its receipt says.';

interface Reported {
  row: Pick<ApplicationRow, 'id' | 'state' | 'ends_on' | 'applicant_id' | 'applicant_name'>;
  amounts: Amounts;
  /** Its position from the newest, from 1. */
  left: number;
  random: () => number;
  chair: { id: string; name: string } | undefined;
}

/** The final report of an approved application, and its steps; `null` where there is none yet. */
export function makeReport({ row, amounts, left, random, chair }: Reported) {
  const over = Date.parse(`${row.ends_on}T00:00:00Z`) + day;
  const state = left <= 17 ? newest[left % newest.length] : 'Accepted';
  if (row.state !== 'Approved' || over > Date.now() - day || chair === undefined) return null;
  if (state === null || state === undefined) return null;
  // People plan carefully: most of it was spent, rarely more.
  const spent = (cents: number) => Math.round((cents * (0.82 + random() * 0.2)) / 5) * 5;
  const costs = Object.fromEntries(costFields.map(({ name }) => [name, spent(amounts[name])]));
  const others = amounts.amountOfAboveExpensesPaidFromOtherSources;
  const total = Object.values(costs).reduce((sum, cents) => sum + cents, 0) - others;
  // What is under way was submitted recently.
  const since = state === 'Accepted' ? Math.min(over, Date.now() - 10 * day) : Date.now() - 10 * day;
  const at = (days: number) => new Date(since + days * day);
  const report: Omit<ReportRow, 'amounts'> & { amounts: string } = {
    application_id: row.id,
    state,
    text: texts[left % texts.length] ?? '',
    amounts: JSON.stringify({ ...costs, amountOfAboveExpensesPaidFromOtherSources: others }),
    total_cents: Math.max(total, 0),
    submitted_at: at(6),
    changed_at: at(state === 'Submitted' ? 6 : 9),
  };
  const step = (by: { id: string; name: string }, made: SubmittedReportState, when: Date): MessageRow => ({
    id: uuid(),
    application_id: row.id,
    at: when,
    author_id: by.id,
    author_name: by.name,
    from_committee: by === chair,
    text: made === 'Returned' ? missing : '',
    state: null,
    report: made,
  });
  const applicant = { id: row.applicant_id, name: row.applicant_name };
  const messages = [step(applicant, 'Submitted', report.submitted_at)];
  if (state !== 'Submitted') messages.push(step(chair, state, report.changed_at));
  return { report, messages, spent_cents: state === 'Accepted' ? report.total_cents : null };
}

/** How many reports have receipts: each receipt is a file. */
const mostWithReceipts = 6;

/** Adds receipts to the newest reports. @param ids Of their applications, newest first */
export async function addReceipts(platform: Platform, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const files = [
    { name: 'Hotel.png', content: await drawReceipt('Hotel Teton', '$540.00') },
    { name: 'Taxi.png', content: await drawReceipt('Snake River Cab', '$36.50') },
  ];
  for (const id of ids.slice(0, mostWithReceipts)) {
    const uploads = await Promise.all(files.map(({ name, content }) => platform.files.store(content, name)));
    await platform.change.changeAsSystem('Demo data')(async (unit) => {
      unit.demand(byPermission);
      await adoptFiles(unit, id, uploads, true);
      auditApplication(unit, 'attach', { id, applicant_id: id }, null, { files: uploads.length });
    });
  }
}

async function drawReceipt(title: string, amount: string): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400" font-family="monospace" fill="#222"><rect width="300" height="400" fill="#fdfdf8"/><text x="30" y="60" font-size="24">${title}</text><text x="30" y="110" font-size="16">This is a made-up receipt.</text><text x="30" y="340" font-size="20">Total</text><text x="270" y="340" font-size="20" text-anchor="end">${amount}</text></svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(drawing)).png().toBuffer();
}
