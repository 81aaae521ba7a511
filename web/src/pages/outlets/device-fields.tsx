import { Fieldset, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { consumersIn, linesIn } from '../../components/consumer-names.js';
import type { Labels } from '../../components/use-meanwhile.js';
import { words } from '../../language/words.js';

type Outlet = Schema['OutletView'];
type DeviceMember = 'name' | 'address' | 'assetTag' | 'feed' | 'notes';

/** The device, the labels and the consumers as texts of a form; empty for none. */
export interface DeviceForm extends Readonly<Record<DeviceMember, string>> {
  readonly rackUnit: number | '';
  /** A line for each label, `key=value`. */
  readonly labels: string;
  /** A line for each. */
  readonly consumers: string;
}

export const deviceForm = ({ device = {}, labels = {}, consumers = [] }: Outlet): DeviceForm => {
  const { name = '', address = '', assetTag = '', feed = '', notes = '', rackUnit = '' } = device;
  return {
    ...{ name, address, assetTag, feed, notes, rackUnit },
    labels: Object.entries(labels).map(lineOf).join('\n'),
    consumers: consumers.join('\n'),
  };
};

const lineOf = ([key, value]: [string, string]): string => `${key}=${value}`;
const LINE = /^([a-z0-9._-]{1,40})\s*=\s*(\S.*)$/u;

/** The first line of a form that is no label. */
export const wrongLabel = ({ labels }: DeviceForm): string | undefined =>
  linesIn(labels).find((line) => !LINE.test(line));

const MAX_CONSUMERS = 8;
const MAX_LENGTH = 100;

/** The reason why the consumers of a form cannot be stored. */
export function wrongConsumers({ consumers }: DeviceForm): string | undefined {
  const names = consumersIn(consumers);
  if (names.length > MAX_CONSUMERS) return words.outlets.device.consumersTooMany(MAX_CONSUMERS);
  const long = names.find((name) => [...name].length > MAX_LENGTH);
  return long === undefined ? undefined : words.outlets.device.consumerTooLong(MAX_LENGTH);
}

/**
 * The members of a request for what the form has changed; null takes away what there was. The others may have been changed by
 * somebody else while the form was open.
 */
export function changeOf(
  form: DeviceForm,
  before: Outlet,
): Pick<Schema['UpdateOutletDto'], 'device' | 'labels' | 'consumers'> {
  const { labels: text, consumers, ...texts } = form;
  const start = deviceForm(before);
  const device = Object.entries(texts).flatMap(([member, value]) => {
    const own = typeof value === 'string' ? value.trim() : value;
    return value === start[member as keyof typeof texts] ? [] : [[member, own === '' ? null : own]];
  });
  const wanted = new Map(linesIn(text).map((line) => LINE.exec(line)?.slice(1) as [string, string]));
  const known = new Map(Object.entries(before.labels ?? {}));
  const labels = [...new Set([...known.keys(), ...wanted.keys()])]
    .filter((key) => known.get(key) !== wanted.get(key))
    .map((key) => [key, wanted.get(key) ?? null]);
  return {
    ...(device.length > 0 && { device: Object.fromEntries(device) as object }),
    ...(labels.length > 0 && { labels: Object.fromEntries(labels) as Record<string, string | null> }),
    ...(consumers !== start.consumers && { consumers: consumersIn(consumers) }),
  };
}

/** The labels of what `changeOf` answers; a label of the outlet is its own. */
export function deviceLabels(): Labels {
  const { name, address, assetTag, feed, notes, rackUnit, consumers } = words.outlets.device;
  const device = { name, address, assetTag, feed, notes, rackUnit };
  const named = Object.entries(device).map(([member, label]) => [`device.${member}`, label]);
  return { ...(Object.fromEntries(named) as Labels), consumers };
}

interface DeviceFieldsProps {
  readonly value: DeviceForm;
  readonly onChange: (changed: Partial<DeviceForm>) => void;
}

/** The fields for what is plugged into an outlet, for all that it powers, and for its labels. */
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
      <Textarea
        label={texts.consumers}
        description={texts.consumersHelp(MAX_CONSUMERS)}
        value={value.consumers}
        onChange={({ currentTarget }) => onChange({ consumers: currentTarget.value })}
        error={wrongConsumers(value)}
        autosize
        minRows={2}
        maxRows={8}
        mt="xs"
      />
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
