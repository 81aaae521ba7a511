import { Checkbox, Text } from '@mantine/core';
import { en } from '../../language/en.js';
import { Word } from '../../parts/word.js';

interface RightBoxProps {
  readonly label: string;
  /** Its whole name, where the label alone says too little. */
  readonly name?: string;
  readonly isOn: boolean;
  readonly mayChange: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** One right of a role: a box to tick, or a word for who may only look. */
export function RightBox({ label, name, isOn, mayChange, onChange }: RightBoxProps) {
  if (!mayChange) {
    return isOn ? (
      <Word tone="ok">{label}</Word>
    ) : (
      <Text size="sm" c="dimmed">
        {en.roles.without(label)}
      </Text>
    );
  }
  return (
    <Checkbox
      label={label}
      {...(name && { 'aria-label': name })}
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}
