import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  text: string;
  /** What the button is called: `Copy https://...`. */
  label: string;
  /** Shows a text that is not beside the button, since a message asks to select it. */
  onRefused?: () => void;
}

/** Puts a text on the clipboard and shows for two seconds that it did. */
export function CopyButton({ text, label, onRefused }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    if (await copyText(text)) setDone(true);
    else onRefused?.();
  };
  return (
    <IconButton label={label} onClick={() => void copy()}>
      {done ? <Check size={17} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    </IconButton>
  );
}
