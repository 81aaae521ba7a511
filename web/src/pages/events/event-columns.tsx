import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { words } from '../../language/words.js';
import type { Column } from '../../components/data-table.js';
import { RowButton } from '../../components/row-button.js';
import { EventState } from './event-state.js';
import { eventSentence, type Automation } from './event-sentence.js';
import type { Event, EventCode } from './event-texts.js';

interface EventColumns extends Automation {
  readonly codes: readonly EventCode[];
  /** Absent if the role may not change events. */
  readonly onEdit?: (event: Event) => void;
}

/** The columns of the list of events. */
export function eventColumns({ codes, actions, groups, onEdit }: EventColumns): Column<Event>[] {
  const codeOf = ({ code }: Event): EventCode | undefined => codes.find((each) => each.code === code);
  const sentenceOf = (event: Event): string => eventSentence(event, codeOf(event), { actions, groups });
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
      width: '26%',
    },
    {
      key: 'state',
      header: words.common.state,
      cell: (event) => <EventState event={event} isAvailable={codeOf(event)?.available !== false} />,
      sort: ({ enabled, triggered, numTicksBeyond }) =>
        triggered ? 0 : (numTicksBeyond ?? 0) > 0 ? 1 : Number(!enabled) + 2,
      width: '18%',
    },
    { key: 'what', header: words.events.sentence, cell: sentenceOf, sort: sentenceOf },
  ];
  if (!onEdit) return columns;
  columns.push({
    key: 'buttons',
    header: '',
    align: 'right',
    cell: (event) => (
      <RowButton label={words.events.editOf(event.name)} text={words.common.edit} onClick={() => onEdit(event)} />
    ),
  });
  return columns;
}
