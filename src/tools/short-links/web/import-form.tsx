import { nameOfZone } from '../../../platform/ui/zoned-time.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { CsvForm } from '../../../platform/web/form/csv-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { importLinks, largestImport, listLinks } from '../contract.ts';
import styles from './import-form.module.css';

const template = 'shortUrl,longUrl,expirationDate\r\nopen-house,https://www.example.edu/visit,2027-06-30\r\n';
const uploads = importLinks.body.files;

/** Adds links from a CSV file: all of them, or none and a list of the wrong rows. */
export function ImportForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const upload = useWrite(importLinks, { invalidates: [listLinks] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).importLinks.body.shape,
    initialValues: { file: [] as File[] },
    uploads,
    toBody: () => ({}),
    send: async (body, { values }) => {
      const { data } = await upload.send({ body, files: { file: values.file } });
      showToast({
        title: data.added === 1 ? 'Added 1 link' : `Added ${data.added.toLocaleString('en-US')} links`,
      });
    },
    onDone,
  });
  return (
    <CsvForm
      entry={entry}
      action="Import"
      onCancel={onCancel}
      endings={uploads.file.endings}
      about={
        <p className={styles.about}>
          A CSV file with the columns <code>shortUrl</code>, <code>longUrl</code>, <code>expirationDate</code>
          , and <code>ownerGroups</code> (separated by commas), and at most{' '}
          {largestImport.rows.toLocaleString('en-US')} rows. Other columns of an export are not read. Enter a
          date as 2027-06-30, 6/30/2027, or 2027-06-30 23:59, on the college clock (
          {nameOfZone(pageData.campus.timeZone)}). With only a date, a link works through that day, and
          without one, it never expires. All rows are added, or none.
        </p>
      }
      template={{ name: 'short-links-template.csv', content: template }}
    />
  );
}
