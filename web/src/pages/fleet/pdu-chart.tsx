import { Text } from '@mantine/core';
import { useCallback } from 'react';
import type { HubSchema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { TimeChart } from '../../components/time-chart.js';
import { useOnChange } from '../../components/use-on-change.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { columnsOf, type MinuteColumns } from './minute-columns.js';

interface Props {
  readonly pdu: HubSchema['PduView'];
  /** The time of the newest readings; the chart is read again with each minute of it. */
  readonly readAt: string | null | undefined;
}

const HEIGHT = 200;
/** With its legend, so that what is below it stays where it is when the minutes have come. */
const LOADING = HEIGHT + 24;

/** The power of a PDU in the last day, by the minutes that the hub has. */
export function PduChart({ pdu, readAt }: Props) {
  const { times } = useSession();
  const { data: minutes, error, refetch } = useApi('/api/fleet/pdus/{pduId}/minutes', { path: { pduId: pdu.id } });
  useOnChange(readAt?.slice(0, 'yyyy-mm-ddThh:mm'.length), () => void refetch());
  const data = useCallback((): MinuteColumns => (minutes ? columnsOf(minutes) : [[], [], []]), [minutes]);
  return (
    <Panel title={words.fleet.lastDay}>
      <ErrorNote error={error} />
      {!minutes && !error && <div style={{ height: LOADING }} />}
      {minutes?.t.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.fleet.noMinutes}
        </Text>
      )}
      {minutes && minutes.t.length > 0 && (
        <TimeChart
          label={words.fleet.chartOf(pdu.name)}
          unit="W"
          lines={[{ label: words.fleet.mean }, { label: words.fleet.peak }]}
          data={data}
          zone={times.zone}
          height={HEIGHT}
          span={[minutes.from, minutes.to]}
        />
      )}
    </Panel>
  );
}
