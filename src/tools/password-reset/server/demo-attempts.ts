import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import type { Reason } from '../contract.ts';
import { recordAttempt, settleAttempt } from './attempt/record.ts';
import { demoFacts } from './demo-facts.ts';
import type { Outcome } from './tables.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const script = 'python-requests/2.32.5';

interface DemoAttempt {
  /** `faculty`, or a name that no one has. */
  name: string;
  hoursAgo: number;
  from: string;
  browser: string;
  outcome: Outcome;
  reasons?: readonly Reason[];
}

/** Made up: someone who mistypes and then succeeds, someone who is protected, and a script that tries names. */
const attempts: readonly DemoAttempt[] = [
  ...['j.harper', 'm.osei', 'finance', 'president'].map((name, count) => ({
    ...{ name, hoursAgo: 310 - count / 100, from: '203.0.113.77', browser: script },
    ...{ outcome: 'refused' as const, reasons: ['no-facts' as const] },
  })),
  ...[0, 1].map((count) => ({
    ...{ name: 'it', hoursAgo: 309 - count / 50, from: '203.0.113.77', browser: script },
    ...{ outcome: 'refused' as const, reasons: ['protected' as const, 'wrong-facts' as const] },
  })),
  {
    ...{ name: 'volunteer', hoursAgo: 120, from: '198.51.100.24', browser: phone },
    ...{ outcome: 'refused', reasons: ['wrong-facts'] },
  },
  { name: 'volunteer', hoursAgo: 119.9, from: '198.51.100.24', browser: phone, outcome: 'sent' },
  { name: 'nogroups', hoursAgo: 52, from: '192.0.2.140', browser: laptop, outcome: 'sent' },
  {
    ...{ name: 'reslife', hoursAgo: 27, from: '192.0.2.9', browser: laptop },
    ...{ outcome: 'refused', reasons: ['wrong-facts'] },
  },
  {
    name: 'reslife',
    hoursAgo: 26.8,
    from: '192.0.2.9',
    browser: laptop,
    outcome: 'not-sent',
    reasons: ['disabled'],
  },
];

/** Some weeks of the Attempts page. No email is sent for them, and no link created. */
export async function addDemoAttempts({ secrets, change, unaudited }: Platform): Promise<void> {
  for (const { name, hoursAgo, from, browser, outcome, reasons = [] } of attempts) {
    const email = `${name}@sawtooth.example`;
    const known = demoFacts().find((facts) => facts.email === email);
    const context = {
      change: change.changeAs({ actor: { kind: 'nobody' }, clientAddress: from, requestId: null }),
      clientAddress: from,
      userAgent: browser,
      header: (header: string) =>
        header === 'referer' && browser !== script ? 'https://portal.sawtooth.example/sign-in' : undefined,
    };
    const isRight = !reasons.includes('wrong-facts') && known !== undefined;
    const id = await recordAttempt({ secrets }, context, email, {
      principalEmail: email,
      id: known?.collegeId ?? '700999',
      birthdate: isRight ? written(known.birthdate) : '1/1/1990',
      last4ssn: known?.lastFour ?? '0000',
      personalPhoneNumber: known?.phone ?? '2085550100',
    });
    await settleAttempt(context, id, outcome, reasons);
    await sql`update reset_attempts set created_at = now() - make_interval(mins => ${Math.round(hoursAgo * 60)})
      where id = ${id}`.execute(unaudited('demo data'));
  }
}

/** `2005-03-09` as people type it: `3/9/2005`. */
function written(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${month}/${date}/${year}`;
}
