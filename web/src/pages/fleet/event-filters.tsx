import { Group, Select, Switch } from '@mantine/core';
import { useAddressFilters } from '../../components/use-address-filters.js';
import { words } from '../../language/words.js';
import { useLivePdus } from '../../live/fleet-live.js';
import { SEVERITIES } from './alarm-counts.js';

/** So many PDUs of a large fleet are offered; the others are found by their names. */
const OFFERED = 100;

/** The filters of the events; they are in the address, so that a link shows the same. */
export const useEventFilters = () => useAddressFilters(['severity', 'pdu', 'open']);

interface EventFiltersProps extends ReturnType<typeof useEventFilters> {
  /** The name of the chosen PDU, while the stream has not said it. */
  readonly pduName: string | undefined;
}

/** The fields of the filters: severity, PDU and only open ones. */
export function EventFilters({ filter, choose, pduName }: EventFiltersProps) {
  const pdus = useLivePdus()?.filter(({ state }) => state !== 'pending') ?? [];
  const named = pdus.map(({ id, name }) => ({ value: id, label: name }));
  const { pdu } = filter;
  const isKnown = pdu === undefined || named.some(({ value }) => value === pdu);
  return (
    <Group gap="sm" align="flex-end">
      <Select
        size="xs"
        label={words.fleet.severity}
        data={[
          { value: '', label: words.fleet.anySeverity },
          ...SEVERITIES.map((value) => ({ value, label: words.fleet.severities[value] })),
        ]}
        value={filter.severity ?? ''}
        onChange={(severity) => choose({ severity: severity ?? '' })}
        allowDeselect={false}
        w={180}
      />
      <Select
        size="xs"
        label={words.fleet.pdu}
        data={[
          { value: '', label: words.fleet.others },
          ...(isKnown ? [] : [{ value: pdu, label: pduName ?? pdu }]),
          ...named,
        ]}
        value={pdu ?? ''}
        onChange={(chosen) => choose({ pdu: chosen ?? '' })}
        allowDeselect={false}
        searchable
        limit={OFFERED}
        w={220}
      />
      <Switch
        mb={3}
        label={words.fleet.openOnly}
        checked={filter.open === 'true'}
        onChange={({ currentTarget: { checked } }) => choose({ open: checked ? 'true' : '' })}
      />
    </Group>
  );
}
