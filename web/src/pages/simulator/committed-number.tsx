import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface CommittedNumberProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  readonly value: number;
  readonly onCommit: (value: number) => void;
}

/** A number field that commits its value on blur or Enter, not at every digit. */
export function CommittedNumber({ value, onCommit, ...input }: CommittedNumberProps) {
  const [draft, setDraft] = useState<number | string>();
  const commit = (): void => {
    if (typeof draft === 'number' && draft !== value) onCommit(draft);
    setDraft(undefined);
  };
  return (
    <NumberInput
      {...input}
      value={draft ?? value}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
