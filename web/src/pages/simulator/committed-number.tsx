import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface CommittedNumberProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  readonly value: number;
  readonly onCommit: (value: number) => void;
}

/** Two decimals: a field is too narrow for the digits of a simulated sensor. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A number field that commits its value on blur or Enter, not at every digit. */
export function CommittedNumber({ value, onCommit, ...input }: CommittedNumberProps) {
  const [draft, setDraft] = useState<number | string>();
  const commit = (): void => {
    if (typeof draft === 'number' && draft !== rounded(value)) onCommit(draft);
    setDraft(undefined);
  };
  return (
    <NumberInput
      {...input}
      value={draft ?? rounded(value)}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
