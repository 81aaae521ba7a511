import { Group, Select } from '@mantine/core';
import { isHub } from '../../api/role.js';
import { words } from '../../language/words.js';
import { live } from '../../live/live.js';
import { outletTitle } from '../../components/outlet-title.js';
import { useAddressFilters } from '../../components/use-address-filters.js';

const { pdu, enrolment } = words.log.hubFilters;
const { user, role, session, settings, certificate, config, controller } = words.log.filters;
/** A hub has no parts of its own. */
const HUB_FILTERS = { pdu, enrolment, user, role, session, settings, certificate, config, controller };

const KINDS = [
  { value: '', label: words.log.anyKind },
  ...Object.entries(isHub ? HUB_FILTERS : words.log.filters).map(([value, label]) => ({ value: `${value}.`, label })),
];

/** The filters of the log; they are in the address, so that a link shows the same. */
export const useLogFilters = () => useAddressFilters(['kind', 'object']);

type LogFiltersProps = ReturnType<typeof useLogFilters>;

/** The fields of the filters: kind and, at a controller, object. */
export function LogFilters({ filter, choose }: LogFiltersProps) {
  return (
    <Group gap="xs" align="flex-end">
      <Select
        size="xs"
        label={words.log.filter}
        data={KINDS}
        value={filter.kind ?? ''}
        onChange={(kind) => choose({ kind: kind ?? '' })}
        allowDeselect={false}
        w={180}
      />
      {!isHub && (
        <Select
          size="xs"
          label={words.log.object}
          data={objectOptions(filter.object)}
          value={filter.object ?? ''}
          onChange={(object) => choose({ object: object ?? '' })}
          allowDeselect={false}
          searchable
          w={220}
        />
      )}
    </Group>
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
