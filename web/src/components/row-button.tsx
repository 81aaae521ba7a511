import { Button } from '@mantine/core';

interface RowButtonProps {
  /** For screen readers: what it does, and to which object. */
  readonly label: string;
  readonly text: string;
  readonly variant?: 'subtle' | 'default';
  readonly onClick: () => void;
}

/** A small button in a row of a table, where each row has one with the same text. */
export const RowButton = ({ label, text, variant = 'subtle', onClick }: RowButtonProps) => (
  <Button size="compact-xs" variant={variant} aria-label={label} onClick={onClick}>
    {text}
  </Button>
);
