import { SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';
import { alarmedParts } from '../rack/alarmed-parts.js';
import { useApi } from '../../api/queries.js';
import { useAlarms } from '../../session/alarms.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { useLiveIds } from '../../live/live.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { WhenRead } from '../../components/when-read.js';
import { AlarmsPanel } from './alarms-panel.js';
import { BankPanel } from './bank-panel.js';
import { InletPanel } from './inlet-panel.js';
import { OutletCount } from './outlet-count.js';
import { SensorPanel } from './sensor-panel.js';

/** The state of the PDU on one page: the alarms, and the load of each inlet and bank. */
export default function OverviewPage() {
  const { rights } = useSession();
  const inlets = useLiveIds('inlets');
  const banks = useLiveIds('banks');
  const sensors = useLiveIds('sensors');
  const { alarms, asOf } = useAlarms();
  const reads = [useApi('/api/alarms')];
  const alarmed = useMemo(() => alarmedParts(alarms, asOf), [alarms, asOf]);
  if (!inlets || !banks || !sensors) return <Loading />;
  const shows =
    rights.viewsOutlets || rights.can('viewEventActions') || inlets.length + banks.length + sensors.length > 0;
  return (
    <Page title={words.titles.overview} actions={rights.viewsOutlets && <OutletCount />}>
      <WhenRead reads={reads}>
        {shows ? <AlarmsPanel /> : <Text c="dimmed">{words.overview.nothing}</Text>}
        <SimpleGrid cols={{ base: 1, md: inlets.length > 1 ? 2 : 1 }} spacing="md">
          {inlets.map((id) => (
            <InletPanel key={id} id={id} alarmed={alarmed} />
          ))}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: Math.min(3, banks.length) || 1 }} spacing="md">
          {banks.map((id) => (
            <BankPanel key={id} id={id} alarm={alarmed.get(id)} />
          ))}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          {sensors.map((id) => (
            <SensorPanel key={id} id={id} />
          ))}
        </SimpleGrid>
      </WhenRead>
    </Page>
  );
}
