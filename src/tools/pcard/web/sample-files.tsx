import { FileDown } from 'lucide-react';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { downloadPcardSample, type PcardForm } from '../contract.ts';
import styles from './process.module.css';

/** Made-up files, while the demo is on. */
export function SampleFiles({ samples }: { samples: PcardForm['samples'] }) {
  return (
    <Panel>
      <h2 className={styles.heading}>Made-up files to try</h2>
      <p className={styles.soft}>
        For the journal log number {samples[0]?.journalLogNumber}. Choose the profile that fits the file.
      </p>
      <Buttons>
        {samples.map(({ name, title }) => (
          <DownloadButton
            key={name}
            contract={downloadPcardSample}
            request={{ params: { name } }}
            variant="default"
            size="compact-sm"
            leftSection={<FileDown size={16} aria-hidden="true" />}
          >
            {title}
          </DownloadButton>
        ))}
      </Buttons>
    </Panel>
  );
}
