import type { TextInputProps } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';

/** A password to type, hidden unless the person wants to see it. */
export function SecretField(props: Omit<TextInputProps, 'type' | 'rightSection'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      // While it is shown, an iPhone would replace what looks like a misspelled word.
      autoCorrect="off"
      spellCheck={false}
      rightSectionWidth={44}
      rightSection={
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setIsShown((shown) => !shown)}
        >
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
