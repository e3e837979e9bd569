import { FileUp, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { addFiles, keyOfFile } from './add-files.ts';
import styles from './file-field.module.css';
import { FileName, shownName } from './file-name.tsx';
import { sizeInWords } from './file-size.ts';
import { IconButton } from './icon-button.tsx';

interface FileFieldProps {
  name: string;
  label: string;
  /** File name endings, such as `.csv`; without them, any file. */
  endings?: readonly string[];
  /** Below the text that says how to choose. */
  hint?: ReactNode;
  /** More than one file may be chosen. */
  multiple?: boolean;
  value?: readonly File[];
  onChange: (files: File[]) => void;
  error?: ReactNode;
  withAsterisk?: boolean;
}

/** Choose files or drop them. It is the browser's own input, so keyboard and screen reader work fully. */
export function FileField(props: FileFieldProps) {
  const { name, label, endings = [], hint, multiple = false, value = [] } = props;
  const { onChange, error, withAsterisk } = props;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const message = useId();
  const isWrong = error !== undefined && error !== null;
  const add = (chosen: FileList | null) => {
    const files = [...(chosen ?? [])];
    if (files.length > 0) onChange(multiple ? addFiles(value, files) : files.slice(0, 1));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  const remove = (file: File) => {
    onChange(value.filter((other) => other !== file));
    input.current?.focus();
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the mouse; the input inside serves everyone */}
      <div
        className={styles.field}
        data-over={over || undefined}
        data-wrong={isWrong || undefined}
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
            <span className={styles.name}>
              {label}
              {withAsterisk && (
                <span className={styles.star} aria-hidden="true">
                  {' '}
                  *
                </span>
              )}
            </span>
            <span className={styles.hint}>
              {multiple ? 'Choose files or drop them here' : 'Choose a file or drop it here'}
              {hint !== undefined && <span className={styles.more}>{hint}</span>}
            </span>
          </span>
          <input
            ref={input}
            type="file"
            name={name}
            className={styles.input}
            accept={endings.length === 0 ? undefined : endings.join(',')}
            multiple={multiple}
            required={withAsterisk}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? message : undefined}
            onChange={(event) => {
              add(event.currentTarget.files);
              // Choosing the same file again, after correcting it, must count as a change.
              event.currentTarget.value = '';
            }}
          />
        </label>
        {value.length > 0 && (
          <ul className={styles.files} aria-label={`Chosen for ${label}`}>
            {value.map((file) => (
              <li key={keyOfFile(file)} className={styles.file}>
                <span>
                  <FileName>{file.name}</FileName>{' '}
                  <span className={styles.size}>({sizeInWords(file.size)})</span>
                </span>
                <IconButton label={`Remove ${shownName(file.name)}`} onClick={() => remove(file)}>
                  <X size={16} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isWrong && (
        <p id={message} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
