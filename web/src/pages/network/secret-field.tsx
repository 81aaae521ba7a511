import { Button, Group, PasswordInput, Textarea } from '@mantine/core';
import { words } from '../../language/words.js';
import { settingId } from './setting-places.js';
import type { SettingsFormState, SettingOf } from './use-settings-form.js';

const MONOSPACE = { input: { fontFamily: 'monospace' } } as const;

interface SecretFieldProps {
  readonly form: SettingsFormState;
  readonly name: SettingOf<string>;
  readonly disabled?: boolean;
  /** The secret is a private key: the field has several lines. */
  readonly isPem?: boolean;
}

/** The field of a secret, which is never shown: typing replaces it, and a button removes it. */
export function SecretField({ form, name, disabled = false, isPem = false }: SecretFieldProps) {
  const { label } = words.conf[name];
  const isSet = (form.saved?.[name] ?? '') !== '';
  const typed = form.edited[name];
  const help = !isSet
    ? words.network.secretNotSet
    : typed === ''
      ? words.network.secretRemoved
      : words.network.secretSet;
  const input = {
    id: settingId(name),
    label,
    description: help,
    error: form.errorOf(name),
    value: typed ?? '',
    readOnly: !form.mayChange,
    disabled,
    style: { flex: 1 },
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      form.set(name, value === '' ? (form.saved?.[name] ?? '') : value),
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      {isPem ? (
        <Textarea {...input} rows={3} autoComplete="off" spellCheck={false} styles={MONOSPACE} />
      ) : (
        <PasswordInput {...input} autoComplete="new-password" />
      )}
      {form.mayChange && isSet && (
        <Button
          variant="default"
          aria-label={words.network.secretRemoveOf(label)}
          disabled={typed === ''}
          onClick={() => form.set(name, '')}
        >
          {words.network.secretRemove}
        </Button>
      )}
    </Group>
  );
}
