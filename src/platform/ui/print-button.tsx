import { Button, type ButtonProps } from '@mantine/core';
import { Printer } from 'lucide-react';

/** Prints the page. */
export function PrintButton({ variant = 'default', ...props }: Pick<ButtonProps, 'variant' | 'size'>) {
  return (
    <Button
      variant={variant}
      {...props}
      leftSection={<Printer size={16} aria-hidden="true" />}
      onClick={() => window.print()}
    >
      Print
    </Button>
  );
}
