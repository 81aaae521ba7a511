import { NumberInput, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { en } from '../../language/en.js';
import type { Conf, ConfForm, SettingOf } from './use-conf-form.js';

interface FieldProps<Name extends keyof Conf> {
  readonly form: ConfForm;
  readonly name: Name;
  readonly disabled?: boolean;
}

/** A setting that is on or off. */
export function FlagField({ form, name, disabled = false }: FieldProps<SettingOf<boolean>>) {
  if (!form.mayChange) {
    return (
      <Text size="sm">
        {en.conf[name].label}: <b>{form.kept?.[name] ? en.common.on : en.common.off}</b>
      </Text>
    );
  }
  return (
    <Switch
      label={en.conf[name].label}
      description={en.conf[name].help}
      error={form.errorOf(name)}
      checked={form.edited[name] ?? form.kept?.[name] ?? false}
      disabled={disabled}
      onChange={({ currentTarget: { checked } }) => form.set(name, checked)}
    />
  );
}

interface NumberFieldProps extends FieldProps<SettingOf<number>> {
  readonly min: number;
  readonly max: number;
}

export function NumberField({ form, name, disabled = false, min, max }: NumberFieldProps) {
  return (
    <NumberInput
      label={en.conf[name].label}
      description={en.conf[name].help}
      error={form.errorOf(name)}
      value={form.edited[name] ?? form.kept?.[name] ?? ''}
      readOnly={!form.mayChange}
      disabled={disabled}
      allowDecimal={false}
      min={min}
      max={max}
      w={200}
      onChange={(value) => typeof value === 'number' && form.set(name, value)}
    />
  );
}

export function TextField({ form, name, disabled = false }: FieldProps<SettingOf<string>>) {
  return (
    <TextInput
      label={en.conf[name].label}
      description={en.conf[name].help}
      error={form.errorOf(name)}
      value={form.edited[name] ?? form.kept?.[name] ?? ''}
      readOnly={!form.mayChange}
      disabled={disabled}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ currentTarget: { value } }) => form.set(name, value)}
    />
  );
}

/** A setting that holds certificates. */
export function PemField({ form, name, disabled = false }: FieldProps<SettingOf<string>>) {
  return (
    <Textarea
      label={en.conf[name].label}
      description={en.conf[name].help}
      error={form.errorOf(name)}
      value={form.edited[name] ?? form.kept?.[name] ?? ''}
      readOnly={!form.mayChange}
      disabled={disabled}
      rows={3}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: 'monospace' } }}
      onChange={({ currentTarget: { value } }) => form.set(name, value)}
    />
  );
}

type Word<Name extends SettingOf<string>> = NonNullable<Conf[Name]>;

interface WordFieldProps<Name extends SettingOf<string>> extends FieldProps<Name> {
  readonly words: Readonly<Record<Word<Name>, string>>;
}

/** A setting that is one of some words. */
export function WordField<Name extends SettingOf<string>>({
  form,
  name,
  words,
  disabled = false,
}: WordFieldProps<Name>) {
  return (
    <Select
      label={en.conf[name].label}
      description={en.conf[name].help}
      error={form.errorOf(name)}
      data={Object.entries<string>(words).map(([value, label]) => ({ value, label }))}
      value={form.edited[name] ?? form.kept?.[name] ?? null}
      readOnly={!form.mayChange}
      disabled={disabled}
      w={260}
      onChange={(value) => value !== null && form.set(name, value as Conf[Name])}
    />
  );
}
