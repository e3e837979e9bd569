import { FileUp, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import styles from './file-field.module.css';
import { IconButton } from './icon-button.tsx';

interface FileFieldProps {
  label: string;
  /** As in HTML: `.csv,text/csv`. */
  accept: string;
  file: File | null;
  error: string | null;
  onChoose: (file: File | null) => void;
}

/** Choose a file or drop one. The browser's own input does the work, so that keyboard and screen reader have it whole. */
export function FileField({ label, accept, file, error, onChoose }: FileFieldProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const message = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onChoose(dropped);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the mouse; the input inside serves everybody */}
      <div
        className={styles.field}
        data-over={over || undefined}
        data-wrong={error !== null || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label className={styles.label}>
          <FileUp size={22} className={styles.icon} aria-hidden="true" />
          <span className={styles.words}>
            <span className={styles.name}>{label}</span>
            <span className={styles.chosen}>
              {file ? `${file.name} (${sizeOf(file)})` : 'Choose a file or drop it here'}
            </span>
          </span>
          <input
            ref={input}
            type="file"
            className={styles.input}
            accept={accept}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : message}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              // The same file, corrected, must count as chosen again.
              event.currentTarget.value = '';
              if (chosen) onChoose(chosen);
            }}
          />
        </label>
        {file && (
          <IconButton
            label={`Take away ${file.name}`}
            onClick={() => {
              onChoose(null);
              input.current?.focus();
            }}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {error !== null && (
        <p id={message} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function sizeOf({ size }: File): string {
  if (size < 1024) return `${size} bytes`;
  const kilobytes = size / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
