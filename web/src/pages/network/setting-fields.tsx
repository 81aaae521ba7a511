import { NumberInput, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useApi } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { settingId } from './setting-places.js';
import type { Conf, SettingName, SettingOf, SettingsFormState } from './use-settings-form.js';

interface FieldProps<Name extends SettingName> {
  readonly form: SettingsFormState;
  readonly name: Name;
  readonly disabled?: boolean;
}

/** The properties that the fields of all settings share. */
const shared = ({ form, name, disabled = false }: FieldProps<SettingName>) => ({
  id: settingId(name),
  label: words.conf[name].label,
  description: words.conf[name].help,
  error: form.errorOf(name),
  readOnly: !form.mayChange,
  disabled,
});

/** A setting that is on or off; a user who may not change it sees the value as text. */
export function FlagField(props: FieldProps<SettingOf<boolean>>) {
  const { form, name } = props;
  const isOn = form.valueOf(name) ?? false;
  if (!form.mayChange) {
    return (
      <Text size="sm" id={settingId(name)} tabIndex={-1}>
        {words.conf[name].label}: <b>{isOn ? words.common.on : words.common.off}</b>
      </Text>
    );
  }
  return (
    <Switch {...shared(props)} checked={isOn} onChange={({ currentTarget: { checked } }) => form.set(name, checked)} />
  );
}

interface NumberFieldProps extends FieldProps<SettingOf<number>> {
  readonly min: number;
  readonly max: number;
}

export function NumberField({ min, max, ...props }: NumberFieldProps) {
  const { form, name } = props;
  return (
    <NumberInput
      {...shared(props)}
      value={form.valueOf(name) ?? ''}
      allowDecimal={false}
      min={min}
      max={max}
      styles={{ wrapper: { width: 200 } }}
      onChange={(value) => typeof value === 'number' && form.set(name, value)}
    />
  );
}

interface TextFieldProps extends FieldProps<SettingOf<string>> {
  /** The setting holds certificates: the field has several lines in a monospaced font. */
  readonly isPem?: boolean;
  /** The field has several lines. */
  readonly isMultiline?: boolean;
}

export function TextField({ isPem = false, isMultiline = isPem, ...props }: TextFieldProps) {
  const { form, name } = props;
  const input = {
    ...shared(props),
    value: form.valueOf(name) ?? '',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      form.set(name, value),
  };
  return isMultiline ? (
    <Textarea {...input} rows={3} {...(isPem && { styles: { input: { fontFamily: 'monospace' } } })} />
  ) : (
    <TextInput {...input} />
  );
}

interface NamedFieldProps<Id extends number | string> extends FieldProps<SettingOf<Id>> {
  /** The text of 0 or '', which names nothing. */
  readonly none: string;
}

/** A setting that names a role. */
export function RoleField(props: NamedFieldProps<number>) {
  const { rights } = useSession();
  const { data: roles = [] } = useApi('/api/roles', { enabled: rights.can('viewUsersList') });
  return <IdField {...props} nothing={0} listed={roles.map(({ id, name }) => [id, name])} />;
}

/** A setting that names a user. */
export function UserField(props: NamedFieldProps<string>) {
  const { rights } = useSession();
  const { data: users = [] } = useApi('/api/users', { enabled: rights.can('viewUsersList') });
  return <IdField {...props} nothing="" listed={users.map(({ id, username }) => [id, username])} />;
}

type Id = number | string;

interface IdFieldProps extends FieldProps<SettingOf<number> | SettingOf<string>> {
  readonly nothing: Id;
  readonly none: string;
  readonly listed: readonly (readonly [id: Id, name: string])[];
}

/** A setting that names something by id; one that may not be listed is shown by its id. */
function IdField({ nothing, none, listed, ...props }: IdFieldProps) {
  const { form, name } = props;
  const id = form.valueOf(name) ?? nothing;
  const isListed = id === nothing || listed.some(([each]) => each === id);
  const choices = [[nothing, none] as const, ...listed, ...(isListed ? [] : [[id, String(id)] as const])];
  return (
    <Select
      {...shared(props)}
      data={choices.map(([value, label]) => ({ value: String(value), label }))}
      value={String(id)}
      w={340}
      maw="100%"
      onChange={(value) => value !== null && form.set(name, typeof nothing === 'number' ? Number(value) : value)}
    />
  );
}

interface ChoiceFieldProps<Name extends SettingOf<string>> extends FieldProps<Name> {
  /** The label of each value that the setting may have. */
  readonly labels: Readonly<Record<NonNullable<Conf[Name]>, string>>;
}

export function ChoiceField<Name extends SettingOf<string>>({ labels, ...props }: ChoiceFieldProps<Name>) {
  const { form, name } = props;
  return (
    <Select
      {...shared(props)}
      data={Object.entries<string>(labels).map(([value, label]) => ({ value, label }))}
      value={form.valueOf(name) ?? null}
      w={340}
      maw="100%"
      onChange={(value) => value !== null && form.set(name, value as Conf[Name])}
    />
  );
}
