import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { words } from '../../language/words.js';
import { live } from '../../live/live.js';
import { outletTitle } from '../../components/outlet-title.js';
import { useSession } from '../../session/session.js';

const KINDS = [
  { value: '', label: words.log.anyKind },
  ...Object.entries(words.log.filters).map(([value, label]) => ({ value: `${value}.`, label })),
];

const NAMES = ['kind', 'object', 'from', 'to'] as const;
type Name = (typeof NAMES)[number];

/** The filters of the log; they are in the address, so that a link shows the same. */
export function useLogFilters() {
  const [parameters, setParameters] = useSearchParams();
  const query = Object.fromEntries(
    NAMES.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name) ?? '']] : [])),
  ) as Readonly<Partial<Record<Name, string>>>;
  const choose = (change: Readonly<Partial<Record<Name, string>>>): void => {
    const chosen = Object.entries({ ...query, ...change }).filter(([, value]) => value !== '');
    setParameters(Object.fromEntries(chosen));
  };
  return { query, choose };
}

type LogFiltersProps = ReturnType<typeof useLogFilters>;

/** The fields of the filters: kind, object, and a time range in the zone of the device. */
export function LogFilters({ query, choose }: LogFiltersProps) {
  const { times } = useSession();
  const local = (seconds: string | undefined): string => (seconds === undefined ? '' : times.fieldOf(Number(seconds)));
  const [range, setRange] = useState({ from: local(query.from), to: local(query.to) });
  const secondsOf = (text: string): string => (text === '' ? '' : String(times.secondsOf(text)));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        choose({ from: secondsOf(range.from), to: secondsOf(range.to) });
      }}
    >
      <Group gap="xs" align="flex-end">
        <Select
          size="xs"
          label={words.log.filter}
          data={KINDS}
          value={query.kind ?? ''}
          onChange={(kind) => choose({ kind: kind ?? '' })}
          allowDeselect={false}
          w={180}
        />
        <Select
          size="xs"
          label={words.log.object}
          data={objectOptions(query.object)}
          value={query.object ?? ''}
          onChange={(object) => choose({ object: object ?? '' })}
          allowDeselect={false}
          searchable
          w={220}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="datetime-local"
            size="xs"
            label={words.log[end]}
            value={range[end]}
            onChange={({ currentTarget: { value } }) => setRange((before) => ({ ...before, [end]: value }))}
          />
        ))}
        <Button type="submit" size="xs" variant="default">
          {words.log.apply}
        </Button>
      </Group>
    </form>
  );
}

/** The objects that the user may see, and the one that the address names. */
export function objectOptions(chosen: string | undefined): { value: string; label: string }[] {
  const known = [
    ...live.all('outlets').map((outlet) => ({ value: `outlet:${outlet.id}`, label: outletTitle(outlet) })),
    ...live.all('banks').map(({ id, bankName }) => ({ value: `bank:${id}`, label: bankName })),
    ...live.all('inlets').map(({ id, inletName }) => ({ value: `inlet:${id}`, label: inletName })),
    ...live.all('relayOutputs').map(({ id, relayName }) => ({ value: `relayOutput:${id}`, label: relayName })),
    ...live.all('sensors').map(({ sensorId, sensorName }) => ({ value: `sensor:${sensorId}`, label: sensorName })),
  ];
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
  return [{ value: '', label: words.log.anyObject }, ...(isKnown ? [] : [{ value: chosen, label: chosen }]), ...known];
}
