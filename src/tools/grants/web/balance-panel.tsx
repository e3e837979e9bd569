import { Panel } from '../../../platform/ui/panel.tsx';
import type { ApplicationDetails, Balance } from '../contract/shapes.ts';
import styles from './application-page.module.css';
import { sayMoney } from './money.ts';

interface BalancePanelProps {
  application: ApplicationDetails;
  balance: Balance;
}

/** What the person and the fund have spent this fiscal year, without this application. */
export function BalancePanel({ application, balance }: BalancePanelProps) {
  const { fiscalYear, received, leftOfCap, leftOfFund, enteredDiffers } = balance;
  const { totalAmount, approvalStatus, currentYearReceivedFunding } = application;
  const isOpen = approvalStatus === 'Pending';
  const isOver = (left: number | null) => isOpen && left !== null && totalAmount > left;
  return (
    <Panel>
      <section className={styles.votes} aria-labelledby="grant-balance">
        <h2 id="grant-balance">Fiscal year {fiscalYear}</h2>
        <dl className={styles.balance}>
          <dt>Approved or spent for this person</dt>
          <dd>{sayMoney(received)}</dd>
          {leftOfCap !== null && (
            <>
              <dt>Left for this person</dt>
              <dd>{sayMoney(leftOfCap)}</dd>
            </>
          )}
          {leftOfFund !== null && (
            <>
              <dt>Left in the fund</dt>
              <dd>{sayMoney(leftOfFund)}</dd>
            </>
          )}
        </dl>
        {isOver(leftOfCap) && <p className={styles.standstill}>This is more than is left for this person.</p>}
        {isOver(leftOfFund) && <p className={styles.standstill}>This is more than is left in the fund.</p>}
        {enteredDiffers && (
          <p className={styles.soft}>
            The applicant entered {sayMoney(currentYearReceivedFunding)} as received in the current year. The
            portal knows of {sayMoney(received)}.
          </p>
        )}
      </section>
    </Panel>
  );
}
