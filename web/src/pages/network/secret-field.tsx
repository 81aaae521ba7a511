import { Button, Group, PasswordInput } from '@mantine/core';
import { words } from '../../language/words.js';
import { settingId } from './setting-places.js';
import type { SettingsFormState, SettingOf } from './use-settings-form.js';

interface SecretFieldProps {
  readonly form: SettingsFormState;
  readonly name: SettingOf<string>;
  readonly disabled?: boolean;
}

/** The field of a secret, which is never shown: typing replaces it, and a button removes it. */
export function SecretField({ form, name, disabled = false }: SecretFieldProps) {
  const { label } = words.conf[name];
  const isSet = (form.saved?.[name] ?? '') !== '';
  const typed = form.edited[name];
  const help = !isSet
    ? words.network.secretNotSet
    : typed === ''
      ? words.network.secretRemoved
      : words.network.secretSet;
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <PasswordInput
        id={settingId(name)}
        label={label}
        description={help}
        error={form.errorOf(name)}
        value={typed ?? ''}
        readOnly={!form.mayChange}
        disabled={disabled}
        autoComplete="new-password"
        style={{ flex: 1 }}
        onChange={({ currentTarget: { value } }) => form.set(name, value === '' ? (form.saved?.[name] ?? '') : value)}
      />
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
