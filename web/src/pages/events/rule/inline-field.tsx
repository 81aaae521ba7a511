import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { words } from '../../../language/words.js';
import { capitalized, FIELD_TYPES, type FormParam } from '../../../components/param-field.js';

interface InlineFieldProps {
  readonly param: FormParam;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A parameter as a field within a sentence: its name is for screen readers and the empty field. */
export function InlineField({ param, value, onChange }: InlineFieldProps) {
  const { kind, label, unit = '', choices, optional, integer, min, max } = param;
  const name = capitalized(label);
  if (choices && kind !== 'networkInterface') {
    const isListed = value === '' || choices.some((choice) => choice.value === value);
    return (
      <NativeSelect
        aria-label={name}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={[
          { value: '', label: words.ruleSheet.choose(label) },
          ...choices,
          ...(isListed ? [] : [{ value, label: words.rules.gone(value) }]),
        ]}
      />
    );
  }
  if (kind === 'number') {
    return (
      <NumberInput
        aria-label={name}
        className="rule-number"
        placeholder={unit}
        value={value}
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        allowDecimal={integer !== true}
        {...(unit !== '' && { suffix: ` ${unit}` })}
        onChange={(number) => onChange(String(number))}
      />
    );
  }
  return (
    <TextInput
      aria-label={name}
      className="rule-text"
      placeholder={optional ? words.ruleSheet.optional(label) : label}
      type={kind === 'secret' ? 'password' : (FIELD_TYPES[kind] ?? 'text')}
      autoComplete={kind === 'secret' ? 'new-password' : 'off'}
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
