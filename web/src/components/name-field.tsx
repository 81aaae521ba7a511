import { TextInput } from '@mantine/core';
import { words } from '../language/words.js';

interface NameFieldProps {
  readonly label?: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** The name of an object, the first field of its dialog. */
export const NameField = ({ label = words.common.name, description, value, onChange }: NameFieldProps) => (
  <TextInput
    label={label}
    description={description}
    value={value}
    maxLength={100}
    data-autofocus
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
