import { Progress, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import { number, percent, quantity } from '../../language/format.js';
import type { Column } from '../../components/data-table.js';
import { objectName } from '../../components/object-name.js';
import { EventState } from './event-state.js';

type WatchedObject = Schema['ExplainedObjectView'];
type Limit = Schema['LimitView'];

const nameOf = ({ id, name }: WatchedObject): string => objectName(id) ?? name;

/** The columns of the objects that an event monitors: the current value and its distance to the limit. */
export function explainColumns(limit: Limit | undefined): Column<WatchedObject>[] {
  const columns: Column<WatchedObject>[] = [
    { key: 'object', header: words.events.object, cell: (object) => <b>{nameOf(object)}</b>, sort: nameOf },
    {
      key: 'state',
      header: words.common.state,
      cell: ({ triggered, numTicksBeyond }) => (
        <EventState event={{ enabled: true, triggered, numTicksBeyond }} isAvailable />
      ),
      width: '170px',
    },
  ];
  if (limit) {
    columns.push(
      {
        key: 'value',
        header: words.events.value,
        cell: ({ value }) => <span className="live">{quantity(value, 2, limit.unit)}</span>,
        sort: ({ value }) => value ?? -Infinity,
        align: 'right',
        width: '110px',
      },
      {
        key: 'distance',
        header: words.events.distance,
        cell: (object) => <Distance object={object} limit={limit} />,
        sort: ({ distance }) => distance ?? Infinity,
        width: '220px',
      },
    );
  }
  columns.push({ key: 'waits', header: words.events.waitsFor, cell: ({ waitsFor }) => waitsFor, isMinor: true });
  return columns;
}

function Distance({ object, limit }: { readonly object: WatchedObject; readonly limit: Limit }) {
  const { value, distance } = object;
  if (value === undefined || distance === undefined) return <Text c="dimmed">{words.events.unknownValue}</Text>;
  const amount = [number(Math.abs(distance), 2), limit.unit].filter(Boolean).join('\u202f');
  const share = limit.direction === 'below' ? limit.limit / value : value / limit.limit;
  const filled = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 1;
  const color = distance < 0 ? 'var(--bad)' : filled > NEAR ? 'var(--warn)' : 'var(--chart-1)';
  return (
    <>
      <Progress.Root size="sm" transitionDuration={0} miw={140}>
        <Progress.Section
          value={filled * 100}
          color={color}
          aria-label={words.events.share(nameOf(object), percent(filled * 100))}
        />
      </Progress.Root>
      <span className="live">{distance < 0 ? words.events.past(amount) : words.events.left(amount)}</span>
    </>
  );
}

/** The share of the limit above which a value is marked. */
const NEAR = 0.8;
