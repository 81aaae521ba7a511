import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { HubSchema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { useOnChange } from '../../components/use-on-change.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { alarmCountOf } from './alarm-counts.js';
import { eventColumns } from './event-columns.js';

const SHOWN = 10;

/** The newest open alarms of a PDU; the page reads them too before it is shown. */
export const useOpenAlarms = (pdu: string) => useApi('/api/fleet/events', { query: { pdu, open: true, limit: SHOWN } });

interface Props {
  readonly pdu: HubSchema['PduView'];
  /** Another text when there is another event; undefined as long as the stream has not said it. */
  readonly changes: string | undefined;
}

/** The alarms of a PDU that are open, and the way to all of its events. */
export function PduAlarms({ pdu, changes }: Props) {
  const { id } = pdu;
  const { times } = useSession();
  const { data, error, refetch } = useOpenAlarms(id);
  useOnChange(changes, () => void refetch());
  const left = alarmCountOf(pdu) - SHOWN;
  return (
    <Panel
      title={words.fleet.openAlarms}
      actions={
        <Anchor component={Link} to={`/events?pdu=${id}`} size="sm">
          {words.fleet.eventsOfPdu}
        </Anchor>
      }
    >
      <ErrorNote error={error} />
      {!error && data?.items.length === 0 && (
        <Text size="sm">
          {pdu.online === true ? (
            <StateLabel tone="ok" isLive>
              {words.fleet.noAlarms}
            </StateLabel>
          ) : (
            <StateLabel tone="quiet">{words.fleet.noneKnown}</StateLabel>
          )}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <DataTable
          label={words.fleet.openAlarms}
          columns={eventColumns(times)}
          rows={data.items}
          rowKey={({ id: event }) => String(event)}
          rowName={({ text }) => text}
        />
      )}
      {data?.next != null && left > 0 && (
        <Anchor component={Link} to={`/events?pdu=${id}&open=true`} size="sm">
          {words.fleet.moreAlarms(left)}
        </Anchor>
      )}
    </Panel>
  );
}
