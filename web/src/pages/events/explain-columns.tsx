import { Progress, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { en } from '../../language/en.js';
import { number, percent, quantity } from '../../language/format.js';
import type { Column } from '../../parts/data-table.js';
import { thingName } from '../../parts/thing-name.js';
import { EventState } from './event-state.js';

type Thing = Schema['ExplainedObjectView'];
type Limit = Schema['LimitView'];

const nameOf = ({ id, name }: Thing): string => thingName(id) ?? name;

/** The columns of what an event watches: what is measured now and how far that is from the limit. */
export function explainColumns(limit: Limit | undefined): Column<Thing>[] {
  const columns: Column<Thing>[] = [
    { key: 'thing', header: en.events.thing, cell: (thing) => <b>{nameOf(thing)}</b>, sort: nameOf },
    {
      key: 'state',
      header: en.common.state,
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
        header: en.events.value,
        cell: ({ value }) => <span className="live">{quantity(value, 2, limit.unit)}</span>,
        sort: ({ value }) => value ?? -Infinity,
        align: 'right',
        width: '110px',
      },
      {
        key: 'distance',
        header: en.events.distance,
        cell: (thing) => <Distance thing={thing} limit={limit} />,
        sort: ({ distance }) => distance ?? Infinity,
        width: '220px',
      },
    );
  }
  columns.push({ key: 'waits', header: en.events.waitsFor, cell: ({ waitsFor }) => waitsFor, isMinor: true });
  return columns;
}

function Distance({ thing, limit }: { readonly thing: Thing; readonly limit: Limit }) {
  const { value, distance } = thing;
  if (value === undefined || distance === undefined) return <Text c="dimmed">{en.events.unknownValue}</Text>;
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
          aria-label={en.events.share(nameOf(thing), percent(filled * 100))}
        />
      </Progress.Root>
      <span className="live">{distance < 0 ? en.events.past(amount) : en.events.left(amount)}</span>
    </>
  );
}

/** So near a limit is worth a look. */
const NEAR = 0.8;
