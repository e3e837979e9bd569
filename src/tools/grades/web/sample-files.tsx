import { Button } from '@mantine/core';
import { FileDown } from 'lucide-react';
import { asApiError } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { templateColumns } from '../contract/columns.ts';
import { readDemoGrades } from '../contract.ts';
import styles from './upload.module.css';

const save = (content: string, name: string) => saveFile(new Blob([content], { type: 'text/csv' }), name);

/** The template, with one made-up student; while the demo is on also files to try. */
export function SampleFiles({ terms }: { terms: readonly string[] }) {
  const example = [terms[0] ?? 'Fall', 2026, 'MAT-121-01', 'Quiz 1', 'Lovelace Ada', 800999, '', 100, 62, 85];
  const template = `${templateColumns.join(',')}\r\n${example.join(',')},,,,\r\n`;
  const saveDemo = async (which: 'good' | 'bad') => {
    try {
      const { data } = await call(readDemoGrades, { params: { which } });
      save(data.content, data.fileName);
    } catch (error) {
      showToast({ tone: 'error', title: 'The download failed', text: asApiError(error).detail });
    }
  };
  const button = (label: string, press: () => void) => (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<FileDown size={16} aria-hidden="true" />}
      onClick={press}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles.samples}>
      {button('Download a template', () => save(template, 'grades-template.csv'))}
      {pageData.campus.demo && button('A good file to try', () => void saveDemo('good'))}
      {pageData.campus.demo && button('A file with mistakes to try', () => void saveDemo('bad'))}
    </div>
  );
}
