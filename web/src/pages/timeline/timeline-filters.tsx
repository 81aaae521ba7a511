import { Chip, Group, Select } from '@mantine/core';
import { words } from '../../language/words.js';
import { objectOptions } from '../log/log-filters.js';

export interface TimelineFilter {
  readonly object: string;
  /** As in words.timeline.kinds; empty for all. */
  readonly kinds: readonly string[];
}

interface TimelineFiltersProps {
  readonly filter: TimelineFilter;
  readonly onChoose: (filter: TimelineFilter) => void;
}

/** The object and the kinds of entries that the timeline shows. */
export function TimelineFilters({ filter, onChoose }: TimelineFiltersProps) {
  const texts = words.timeline;
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={texts.object}
        data={objectOptions(filter.object || undefined)}
        value={filter.object}
        onChange={(object) => onChoose({ ...filter, object: object ?? '' })}
        allowDeselect={false}
        searchable
        w={240}
      />
      <Chip.Group multiple value={[...filter.kinds]} onChange={(kinds) => onChoose({ ...filter, kinds })}>
        <Group gap={6} role="group" aria-label={texts.filter}>
          {Object.entries(texts.kinds).map(([kind, label]) => (
            <Chip key={kind} value={kind} size="xs" variant="outline">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Group>
  );
}

const KINDS_OF: Readonly<Record<string, readonly string[]>> = {
  switching: ['outlet.', 'group.', 'relayOutput.'],
  events: ['event.', 'alarm.', 'action.', 'automation.'],
  supply: ['bank.', 'inlet.'],
  sensors: ['sensor.'],
  access: ['session.', 'user.', 'role.'],
  settings: ['settings.', 'config.', 'certificate.'],
  device: ['device.', 'controller.', 'firmware.'],
};

/** The kinds of the API for the chosen chips. */
export const kindsQuery = (kinds: readonly string[]): string => kinds.flatMap((kind) => KINDS_OF[kind] ?? []).join();
