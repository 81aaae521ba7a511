import { Checkbox, Text } from '@mantine/core';
import { words } from '../../language/words.js';
import { StateLabel } from '../../components/state-label.js';

interface RightBoxProps {
  readonly label: string;
  /** The full name for screen readers, if the label alone is ambiguous. */
  readonly name?: string;
  readonly isOn: boolean;
  readonly mayChange: boolean;
  /** False for a permission that the user's own role lacks; it cannot be set then. */
  readonly mayGive: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** One permission of a role: a checkbox, or a text if the user may only view the role. */
export function RightBox({ label, name, isOn, mayChange, mayGive, onChange }: RightBoxProps) {
  if (!mayChange) {
    return isOn ? (
      <StateLabel tone="ok">{label}</StateLabel>
    ) : (
      <Text size="sm" c="dimmed">
        {words.roles.without(label)}
      </Text>
    );
  }
  return (
    <Checkbox
      label={label}
      {...(name && { 'aria-label': name })}
      checked={isOn}
      disabled={!mayGive && !isOn}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}
