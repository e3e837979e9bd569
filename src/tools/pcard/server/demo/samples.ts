import type { PcardForm } from '../../contract.ts';
import { bankExport, damagedExport, demoMonth, mastercardFile, visaFile } from './month.ts';

type DemoSample = PcardForm['samples'][number] & { content: string };

/** Made-up files of the current month, for the profiles that ship. @param today `YYYY-MM-DD` */
export function demoSamples(today: string): DemoSample[] {
  const month = today.slice(0, 7);
  const journalLogNumber = numberOf(month);
  const purchases = demoMonth(month);
  const sample = (name: string, title: string, profile: string, content: string) => ({
    name,
    title,
    profile,
    journalLogNumber,
    content,
  });
  return [
    sample(`bank-${month}.csv`, 'One month from the bank', 'bank-colleague', bankExport(purchases)),
    sample(
      `bank-${month}-with-mistakes.csv`,
      'The same month, with mistakes',
      'bank-colleague',
      damagedExport(purchases),
    ),
    sample(`visa-${month}.txt`, 'One month from Visa (VCF 4)', 'visa-banner', visaFile(purchases)),
    sample(
      `mastercard-${month}.xml`,
      'One month from Mastercard (CDF3)',
      'mastercard-csv',
      mastercardFile(purchases),
    ),
  ];
}

/** `J1126` for `2026-11`. */
export function numberOf(month: string): string {
  return `J${month.slice(5, 7)}${month.slice(2, 4)}`;
}
