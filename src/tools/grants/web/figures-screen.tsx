import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { BarList } from '../../../platform/ui/bar-list.tsx';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { useTextAddress } from '../../../platform/web/list/use-text-address.ts';
import { purposeFields } from '../contract/fields.ts';
import type { GrantFigure, GrantFigures } from '../contract/figure-shapes.ts';
import { exportApplications, readGrantFigures } from '../contract.ts';
import { grants } from '../tool.ts';
import styles from './figures.module.css';
import { GrantsTabs } from './grants-tabs.tsx';
import { sayMoney } from './money.ts';

const purposeLabels: Readonly<Record<string, string>> = Object.fromEntries(
  purposeFields.map(({ name, label }) => [name, label]),
);

/** What was asked for and what was granted in a fiscal year. */
export function Screen() {
  const [written, writeYear] = useTextAddress('year');
  const year = /^20\d\d$/.test(written) ? { year: written } : {};
  const answer = useCall(readGrantFigures, { query: year }, { keepPrevious: true });
  const figures = answer.data?.data;
  return (
    <>
      <PageHeading
        lead={grants.screens.figures.lead}
        actions={
          figures && (
            <>
              <CompactSelect
                label="Fiscal year"
                value={String(figures.year)}
                onChange={writeYear}
                options={figures.years.map((one) => ({ value: String(one), label: `Fiscal year ${one}` }))}
              />
              <DownloadButton
                contract={exportApplications}
                request={{ query: { year: String(figures.year) } }}
                variant="default"
                leftSection={<Download size={17} aria-hidden="true" />}
              >
                Export CSV
              </DownloadButton>
            </>
          )
        }
      >
        {grants.screens.figures.title}
      </PageHeading>
      <GrantsTabs />
      {figures === undefined && <Pending answer={answer} what="the statistics" />}
      {figures !== undefined && <Figures figures={figures} />}
    </>
  );
}

function Figures({ figures: { year, states, spent, departments, purposes } }: { figures: GrantFigures }) {
  const all = states.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  const count = states.reduce((sum, { applications }) => sum + applications, 0);
  return (
    <div className={styles.figures}>
      <p className={styles.printed}>Fiscal year {year}</p>
      <dl className={styles.counts}>
        <Count term="Applied for" applications={count} amount={all} />
        {(['Approved', 'Declined', 'Pending'] as const).map((state) => {
          const found = states.find(({ name }) => name === state);
          return (
            <Count
              key={state}
              term={state}
              applications={found?.applications ?? 0}
              amount={found?.amount ?? 0}
            />
          );
        })}
        <Count term="Spent, by accepted reports" applications={spent.applications} amount={spent.amount} />
      </dl>
      <Chart
        title="Granted by department"
        heading="Department"
        rows={departments}
        nameOf={(name) => name}
        note="Actual amounts once the final report is accepted, otherwise approved amounts."
      />
      <Chart
        title="Granted by purpose"
        heading="Purpose"
        rows={purposes}
        nameOf={(name) => purposeLabels[name] ?? name}
        note="An application with several purposes counts for each of them."
      />
    </div>
  );
}

function Count({ term, applications, amount }: { term: string; applications: number; amount: number }) {
  return (
    <div className={styles.count}>
      <dt>{term}</dt>
      <dd>
        <span className={styles.figure}>{sayMoney(amount)}</span>
        {applications === 1 ? '1 application' : `${applications.toLocaleString('en-US')} applications`}
      </dd>
    </div>
  );
}

interface ChartProps {
  title: string;
  heading: string;
  rows: readonly GrantFigure[];
  nameOf: (name: string) => ReactNode;
  note?: string;
}

function Chart({ title, heading, rows, nameOf, note }: ChartProps) {
  return (
    <section className={styles.chart}>
      <h2>{title}</h2>
      <Panel>
        {rows.length === 0 ? (
          <p className={styles.none}>No application was approved in this fiscal year.</p>
        ) : (
          <BarList
            caption={title}
            nameHeading={heading}
            valueHeading="Amount"
            sayValue={sayMoney}
            rows={rows.map(({ name, amount }) => ({ key: name, name: nameOf(name), value: amount }))}
          />
        )}
        {note !== undefined && rows.length > 0 && <p className={styles.none}>{note}</p>}
      </Panel>
    </section>
  );
}
