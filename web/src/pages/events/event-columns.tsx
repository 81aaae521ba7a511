import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import type { Column } from '../../components/data-table.js';
import { EventState } from './event-state.js';
import { codeName, paramText, type Event, type EventCode } from './event-texts.js';

interface EventColumns {
  readonly codes: readonly EventCode[];
  readonly actions: readonly Schema['ActionView'][];
  /** Absent if the role may not change events. */
  readonly onEdit?: (event: Event) => void;
}

/** The columns of the list of events. */
export function eventColumns({ codes, actions, onEdit }: EventColumns): Column<Event>[] {
  const codeOf = ({ code }: Event): EventCode | undefined => codes.find((each) => each.code === code);
  const nameOf = (id: number): string =>
    actions.find((action) => action.id === id)?.name ?? words.rules.gone(String(id));
  const columns: Column<Event>[] = [
    {
      key: 'name',
      header: words.common.name,
      cell: ({ id, name }) => (
        <Anchor component={Link} to={`/events/${id}`} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Anchor>
      ),
      sort: ({ name }) => name,
    },
    {
      key: 'state',
      header: words.common.state,
      cell: (event) => <EventState event={event} isAvailable={codeOf(event)?.available !== false} />,
      sort: ({ enabled, triggered, numTicksBeyond }) =>
        triggered ? 0 : (numTicksBeyond ?? 0) > 0 ? 1 : Number(!enabled) + 2,
      width: '180px',
    },
    {
      key: 'what',
      header: words.events.condition,
      cell: (event) => (
        <>
          <Text size="sm" lh={1.2}>
            {codeName(codes, event)}
          </Text>
          <Text size="xs" c="dimmed" lh={1.2}>
            {paramText(codeOf(event), event.params)}
          </Text>
        </>
      ),
      sort: (event) => codeName(codes, event),
    },
    {
      key: 'actions',
      header: words.events.actions,
      cell: (event) => event.actions.map(nameOf).join(', '),
      isMinor: true,
    },
  ];
  if (!onEdit) return columns;
  columns.push({
    key: 'buttons',
    header: '',
    align: 'right',
    cell: (event) => (
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={words.events.editOf(event.name)}
        onClick={() => onEdit(event)}
      >
        {words.common.edit}
      </Button>
    ),
  });
  return columns;
}
