import { Fieldset, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';

type Outlet = Schema['OutletView'];
type DeviceMember = 'name' | 'address' | 'assetTag' | 'feed' | 'notes';

/** The device and the labels as texts of a form; empty for none. */
export interface DeviceForm extends Readonly<Record<DeviceMember, string>> {
  readonly rackUnit: number | '';
  /** A line for each label, `key=value`. */
  readonly labels: string;
}

export const deviceForm = ({ device = {}, labels = {} }: Outlet): DeviceForm => {
  const { name = '', address = '', assetTag = '', feed = '', notes = '', rackUnit = '' } = device;
  return { name, address, assetTag, feed, notes, rackUnit, labels: Object.entries(labels).map(lineOf).join('\n') };
};

const lineOf = ([key, value]: [string, string]): string => `${key}=${value}`;
const LINE = /^([a-z0-9._-]{1,40})\s*=\s*(\S.*)$/u;

const linesIn = (labels: string): string[] =>
  labels
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The first line of a form that is no label. */
export const wrongLabel = ({ labels }: DeviceForm): string | undefined =>
  linesIn(labels).find((line) => !LINE.test(line));

/** The members of a request that bring an outlet to what the form says; null takes away what it had. */
export function changeOf(form: DeviceForm, before: Outlet): Pick<Schema['UpdateOutletDto'], 'device' | 'labels'> {
  const { labels: text, rackUnit, ...texts } = form;
  const labels = Object.fromEntries(linesIn(text).map((line) => LINE.exec(line)?.slice(1) as [string, string]));
  const gone = Object.keys(before.labels ?? {}).filter((key) => !Object.hasOwn(labels, key));
  const members = Object.entries(texts).map(([member, value]) => [member, value.trim() === '' ? null : value.trim()]);
  return {
    device: { ...(Object.fromEntries(members) as object), rackUnit: rackUnit === '' ? null : rackUnit },
    labels: { ...labels, ...Object.fromEntries(gone.map((key) => [key, null])) },
  };
}

interface DeviceFieldsProps {
  readonly value: DeviceForm;
  readonly onChange: (changed: Partial<DeviceForm>) => void;
}

/** The fields for what is plugged into an outlet, and for its labels. */
export function DeviceFields({ value, onChange }: DeviceFieldsProps) {
  const texts = words.outlets.device;
  const field = (member: DeviceMember, maxLength: number) => ({
    label: texts[member],
    value: value[member],
    maxLength,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [member]: currentTarget.value }),
  });
  const wrong = wrongLabel(value);
  return (
    <Fieldset legend={texts.title}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <TextInput {...field('name', 100)} />
        <TextInput {...field('assetTag', 100)} />
        <TextInput {...field('address', 253)} description={texts.addressHelp} inputWrapperOrder={ORDER} />
        <TextInput {...field('feed', 40)} description={texts.feedHelp} inputWrapperOrder={ORDER} />
        <NumberInput
          label={texts.rackUnit}
          value={value.rackUnit}
          min={1}
          max={60}
          allowDecimal={false}
          onChange={(unit) => onChange({ rackUnit: typeof unit === 'number' ? unit : '' })}
        />
      </SimpleGrid>
      <Textarea {...field('notes', 2000)} autosize minRows={2} maxRows={6} mt="xs" />
      <Textarea
        label={texts.labels}
        description={texts.labelsHelp}
        value={value.labels}
        onChange={({ currentTarget }) => onChange({ labels: currentTarget.value })}
        error={wrong === undefined ? undefined : texts.labelWrong(wrong)}
        autosize
        minRows={2}
        maxRows={6}
        mt="xs"
      />
    </Fieldset>
  );
}

/** The help is below the field, so that the fields of a row stay in line. */
const ORDER = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[];
