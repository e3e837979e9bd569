import { sizeInWords } from '../contract/poster-size.ts';
import { estimateOf, inDollars } from '../contract/price.ts';
import type { PosterForm } from '../contract/shapes.ts';
import { PosterPreview } from './poster-preview.tsx';
import styles from './posters.module.css';
import type { ChosenPage } from './use-first-page.ts';

interface FoundPageProps {
  chosen: ChosenPage;
  options: PosterForm;
  values: { numberOfCopies: string; paper: string; finish: string };
}

/** What is in the chosen PDF, how large it will look on a wall, and what it is likely to cost. */
export function FoundPage({ chosen, options, values }: FoundPageProps) {
  const { isReading, page, preview, fault } = chosen;
  return (
    <div className={styles.found} role="status">
      {isReading && <p>Reading the PDF…</p>}
      {page !== null && fault === null && (
        <>
          <PosterPreview size={page} preview={preview} />
          <div className={styles.facts}>
            <p className={styles.size}>{sizeInWords(page)}</p>
            {page.pages > 1 && (
              <p>This PDF has {page.pages.toLocaleString('en-US')} pages. Only page 1 is printed.</p>
            )}
            <Estimate page={page} options={options} values={values} />
          </div>
        </>
      )}
    </div>
  );
}

function Estimate({
  page,
  options,
  values,
}: Pick<FoundPageProps, 'options' | 'values'> & { page: { width: number; height: number } }) {
  const costOf = (choices: PosterForm['papers'], name: string) =>
    (choices.find((one) => one.name === name) ?? choices[0])?.squareFoot ?? null;
  const paper = costOf(options.papers, values.paper);
  const finish = costOf(options.finishes, values.finish);
  const copies = Number(values.numberOfCopies);
  if (paper === null || finish === null || paper + finish === 0) return null;
  if (!Number.isInteger(copies) || copies < 1) return null;
  const cents = estimateOf(page, copies, Math.round(paper * 100) + Math.round(finish * 100));
  return (
    <p>
      About <strong>{inDollars(cents / 100)}</strong> for {copies === 1 ? 'one copy' : `${copies} copies`}, at{' '}
      {inDollars(paper + finish)} a square foot.
    </p>
  );
}
