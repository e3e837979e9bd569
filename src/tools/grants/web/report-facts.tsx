import type { FinalReport } from '../contract/report-shapes.ts';
import type { ApplicationDetails } from '../contract/shapes.ts';
import styles from './application-page.module.css';
import { sayMoney } from './money.ts';
import { spentLabels } from './report-values.ts';
import { sayDifference } from './report-words.ts';

interface ReportFactsProps {
  application: ApplicationDetails;
  report: FinalReport;
  actual: NonNullable<FinalReport['actual']>;
}

/** What a final report says, next to what was approved. */
export function ReportFacts({ application, report, actual }: ReportFactsProps) {
  const { totalAmount } = application;
  return (
    <>
      <p className={styles.text}>{report.text}</p>
      <table className={styles.costs} aria-labelledby="grant-report">
        <thead>
          <tr>
            <th scope="col">Cost</th>
            <th scope="col">Approved</th>
            <th scope="col">Actual</th>
          </tr>
        </thead>
        <tbody>
          {spentLabels.map(({ name, label }) => {
            // What others pay is subtracted; no minus before a zero.
            const isTaken = name === 'amountOfAboveExpensesPaidFromOtherSources';
            const say = (amount: number) => sayMoney(isTaken && amount > 0 ? -amount : amount);
            const [approved, spent] = [application[name], actual[name]];
            return (
              <tr key={name} data-zero={(approved === 0 && spent === 0) || undefined}>
                <th scope="row">{label}</th>
                <td>{say(approved)}</td>
                <td data-differs={approved !== spent || undefined}>{say(spent)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{sayMoney(totalAmount)}</td>
            <td>{sayMoney(actual.totalAmount)}</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.soft}>
        {sayMoney(totalAmount)} was approved, {sayMoney(actual.totalAmount)} was spent.{' '}
        {sayDifference(actual.totalAmount, totalAmount)}
      </p>
    </>
  );
}
