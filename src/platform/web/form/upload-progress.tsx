import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sizeInWords } from '../../ui/file-size.ts';
import type { Uploading } from './begin-upload.ts';
import styles from './upload-progress.module.css';

/** How far along an upload is, how fast, how much longer it takes, and a way to stop it. */
export function UploadProgress({ uploading }: { uploading: Uploading }) {
  const { sent, total, cancel } = uploading;
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100);
  const isSent = sent >= total;
  return (
    <div className={styles.progress} ref={bringIntoView}>
      <div className={styles.line}>
        <span className={styles.words}>{isSent ? 'Saving…' : `Uploading, ${percent}%`}</span>
        <span className={styles.facts}>{isSent ? sizeInWords(total) : factsOf(uploading)}</span>
      </div>
      <div className={styles.line}>
        <progress className={styles.bar} aria-label="Upload" max={100} value={isSent ? undefined : percent} />
        <Button variant="default" size="compact-sm" onClick={cancel} disabled={isSent}>
          Cancel upload
        </Button>
      </div>
      <Heard percent={percent} isSent={isSent} />
    </div>
  );
}

/** It comes above the button that was pressed, which may be at the end of the window. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function factsOf({ sent, total, bytesPerSecond }: Uploading): string {
  const done = `${sizeInWords(sent)} of ${sizeInWords(total)}`;
  if (bytesPerSecond === null || bytesPerSecond <= 0) return done;
  return `${done}, ${sizeInWords(bytesPerSecond)}/s, ${timeInWords((total - sent) / bytesPerSecond)} left`;
}

/** Announced at each quarter to people who do not see the bar. */
function Heard({ percent, isSent }: { percent: number; isSent: boolean }) {
  const [said, setSaid] = useState('Uploading');
  const quarter = Math.floor(percent / 25) * 25;
  useEffect(() => {
    setSaid(isSent ? 'Uploaded. Saving.' : quarter === 0 ? 'Uploading' : `${quarter}% uploaded`);
  }, [quarter, isSent]);
  return (
    <span className="quad-heard" role="status">
      {said}
    </span>
  );
}

/** About how long, as people say it. */
function timeInWords(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return plural(Math.ceil(seconds), 'second');
  if (seconds < 90 * 60) return `about ${plural(Math.round(seconds / 60), 'minute')}`;
  return `about ${plural(Math.round(seconds / 3_600), 'hour')}`;
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
