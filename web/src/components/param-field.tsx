import { Autocomplete, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import { words } from '../language/words.js';

/** One parameter of a code of the catalogues, as its form field. */
export interface FormParam {
  readonly kind: string;
  readonly label: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  readonly optional: boolean;
  /** The allowed values; a network interface may also have another name. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

interface ParamFieldProps {
  readonly param: FormParam;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The input for the kind of a parameter. Values are texts, as in the API. */
export function ParamField({ param, value, onChange }: ParamFieldProps) {
  const { kind, min, max, unit = '', choices } = param;
  const common = {
    label: capitalized(param.label),
    description: description(param),
    required: !param.optional,
    withAsterisk: false,
  };
  const onText = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onChange(event.currentTarget.value);
  if (choices && kind === 'networkInterface') {
    return (
      <Autocomplete size="xs" {...common} data={choices.map((each) => each.value)} value={value} onChange={onChange} />
    );
  }
  if (choices) {
    const isListed = choices.some((each) => each.value === value) || value === '';
    return (
      <Select
        {...common}
        data={[...choices, ...(isListed ? [] : [{ value, label: words.rules.gone(value) }])]}
        value={value === '' ? null : value}
        searchable={choices.length > 8}
        clearable={param.optional}
        nothingFoundMessage={words.common.nothingFound}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  }
  switch (kind) {
    case 'number':
      return (
        <NumberInput
          {...common}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
          allowDecimal={param.integer !== true}
          {...(unit && { suffix: ` ${unit}` })}
          value={value}
          onChange={(number) => onChange(String(number))}
        />
      );
    case 'secret':
      return (
        <PasswordInput
          {...common}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': `${common.label}: ${words.common.showTyped}` }}
          value={value}
          onChange={onText}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          type={FIELD_TYPES[kind] ?? 'text'}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={onText}
        />
      );
  }
}

export const FIELD_TYPES: Readonly<Record<string, string>> = { time: 'time', mail: 'email' };

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function description({ optional, min, max, unit = '', kind, choices }: FormParam): string | undefined {
  if (kind === 'number' && min !== undefined && max !== undefined && !choices)
    return words.rules.between(min, max, unit);
  return optional ? words.rules.optional : undefined;
}
