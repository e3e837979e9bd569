import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';

interface CopyButtonProps {
  text: string;
  /** What the button is called: `Copy https://...`. */
  label: string;
  /** Called with the outcome, to say it aloud. */
  onCopied: (copied: boolean) => void;
}

/** Puts a text on the clipboard and shows for two seconds that it did. */
export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      onCopied(true);
    } catch {
      onCopied(false);
    }
  };
  return (
    <IconButton label={label} onClick={() => void copy()}>
      {done ? <Check size={17} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    </IconButton>
  );
}
