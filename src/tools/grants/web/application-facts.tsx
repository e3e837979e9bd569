import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import { UrlText } from '../../../platform/ui/url-text.tsx';
import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { costFields, purposeFields } from '../contract/fields.ts';
import type { Application } from '../contract/shapes.ts';
import styles from './application-page.module.css';
import { sayMoney } from './money.ts';

/** What was submitted. */
export function ApplicationFacts({ application }: { application: Application }) {
  const purposes = purposeFields.filter(({ name }) => application[name]);
  return (
    <div className={styles.facts}>
      <Facts>
        <Fact term="Department">{application.department}</Fact>
        <Fact term="Dates">
          {formatDay(application.startDateOfProposedActivity)} to{' '}
          {formatDay(application.endDateOfProposedActivity)}
        </Fact>
        <Fact term="Conference link">
          <ConferenceLink address={application.conferenceLink} />
        </Fact>
        <Fact term="Purpose">{purposes.map(({ label }) => label).join(', ') || 'None chosen'}</Fact>
      </Facts>
      <section>
        <h2>Narrative</h2>
        <p className={styles.text}>{application.briefNarrativeOfProposedActivities}</p>
      </section>
      <section>
        <h2 id="grant-costs">Costs</h2>
        <table className={styles.costs} aria-labelledby="grant-costs">
          <tbody>
            {costFields.map(({ name, label }) => (
              <Amount key={name} label={label} amount={application[name]} />
            ))}
            <Amount
              label="Paid from other sources"
              amount={-application.amountOfAboveExpensesPaidFromOtherSources}
            />
          </tbody>
          <tfoot>
            <Amount label="Total amount" amount={application.totalAmount} />
          </tfoot>
        </table>
        <p className={styles.soft}>
          Funding received in the current year, as entered: {sayMoney(application.currentYearReceivedFunding)}
        </p>
      </section>
    </div>
  );
}

function Amount({ label, amount }: { label: string; amount: number }) {
  return (
    <tr data-zero={amount === 0 || undefined}>
      <th scope="row">{label}</th>
      {/* No minus before a zero. */}
      <td>{sayMoney(amount === 0 ? 0 : amount)}</td>
    </tr>
  );
}

/** Only a web address is a link; anything else is text that someone typed. */
function ConferenceLink({ address }: { address: string }) {
  const isLink = /^https?:\/\//i.test(address) && URL.canParse(address);
  if (!isLink) return address;
  return (
    <a href={address} className={styles.address} target="_blank" rel="noreferrer noopener" data-says-address>
      <UrlText>{address}</UrlText>
    </a>
  );
}
