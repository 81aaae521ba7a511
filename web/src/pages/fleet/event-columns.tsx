import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { HubSchema } from '../../api/client.js';
import type { Column } from '../../components/data-table.js';
import { amps, type Times } from '../../language/format.js';
import { words } from '../../language/words.js';
import { EventSeverity } from './event-severity.js';

type Event = HubSchema['FleetEventView'];

/** The codes of the events whose reading is a current. */
const LOADS: readonly string[] = ['HIGH_LOAD', 'OVERLOAD'];

const objectOf = (object: string): string =>
  (words.fleet.objects as Readonly<Record<string, string>>)[object] ?? object;

/** The columns of the events of one PDU. */
export const eventColumns = (times: Times): Column<Event>[] => [
  {
    key: 'time',
    header: words.fleet.time,
    width: '19ch',
    cell: ({ time }) => <span className="no-wrap">{times.dateTime(time)}</span>,
  },
  { key: 'severity', header: words.fleet.severity, cell: (event) => <EventSeverity event={event} /> },
  {
    key: 'what',
    header: words.fleet.event,
    width: '45%',
    cell: ({ text, code, value }) => (
      <span className="breakable">
        <bdi>{text}</bdi>
        {value !== null && LOADS.includes(code) && <bdi className="no-wrap"> {amps(value)}</bdi>}
      </span>
    ),
  },
  { key: 'object', header: words.fleet.object, cell: ({ object }) => <bdi>{objectOf(object)}</bdi> },
];

/** The same with the PDU that each is of. */
export function fleetEventColumns(times: Times): Column<Event>[] {
  const [time, severity, ...others] = eventColumns(times) as [Column<Event>, Column<Event>, ...Column<Event>[]];
  const pdu: Column<Event> = {
    key: 'pdu',
    header: words.fleet.pdu,
    width: '20%',
    cell: ({ pdu: id, pduName }) => (
      <Anchor component={Link} to={`/pdus/${id}`} c="inherit" fw={600} size="sm">
        <bdi>{pduName}</bdi>
      </Anchor>
    ),
  };
  return [time, severity, pdu, ...others];
}
