import { PaginationBar } from '../../../platform/ui/pagination-bar.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { useTextAddress } from '../../../platform/web/list/use-text-address.ts';
import { linesAtOnce, readRunLines } from '../contract.ts';
import { LinesTable } from './lines-table.tsx';
import styles from './process.module.css';

/** The lines of a journal, a hundred at a time; which ones is in the address. */
export function RunLines({ id }: { id: string }) {
  const [written, write] = useTextAddress('lines');
  const page = /^[1-9]\d{0,4}$/.test(written) ? Number(written) : 1;
  const query = { from: (page - 1) * linesAtOnce + 1 };
  const answer = useCall(readRunLines, { params: { id }, query }, { keepPrevious: true });
  const pages = Math.ceil((answer.data?.total ?? 0) / linesAtOnce);
  return (
    <section>
      <h2 className={styles.heading}>Lines of the journal</h2>
      {answer.data === undefined && <Pending answer={answer} what="the lines" />}
      {answer.data !== undefined && (
        <Panel flush>
          <LinesTable lines={answer.data.data} />
        </Panel>
      )}
      {pages > 1 && (
        <PaginationBar
          page={page}
          pages={pages}
          onPage={(next) => write(next === 1 ? '' : String(next))}
          label="Pages of lines"
        />
      )}
    </section>
  );
}
