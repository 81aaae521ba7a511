import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { celsius, percent } from '../../language/format.js';
import { useLive } from '../../live/live.js';
import { Facts } from '../../components/facts.js';
import { LiveValue } from '../../components/live-value.js';
import { Panel } from '../../components/page.js';
import { RowButton } from '../../components/row-button.js';
import { HubSupply } from './hub-supply.js';
import { HubInputs, HubRelays } from './hub-tables.js';
import { LabelForm, type Labelled } from './label-form.js';

/** The device on one accessory port: a climate sensor, or an I/O hub with its contacts and inputs. */
export function SensorPanel({ id }: { readonly id: string }) {
  const { rights } = useSession();
  const sensor = useLive('sensors', id);
  const [labelled, setLabelled] = useState<Labelled>();
  if (!sensor) return null;
  const { sensorId, sensorName: name, sensorPort, sensorType, outputRelays, digitalInputs } = sensor;
  const mayChange = rights.can('modifyPortSettings');
  const isConnected = sensorType === 'dio_hub' ? outputRelays !== undefined : sensor.sensorTempInC !== undefined;
  const onLabel = mayChange ? (part: Omit<Labelled, 'sensorId'>) => setLabelled({ ...part, sensorId }) : undefined;
  return (
    <Panel
      title={name}
      actions={
        <>
          <Text size="sm" c="dimmed">
            {words.relays.port(sensorPort)}
          </Text>
          {onLabel && (
            <RowButton
              label={words.relays.editOf(name)}
              text={words.common.edit}
              onClick={() => onLabel({ part: 'sensor', index: 0, name, description: '' })}
            />
          )}
        </>
      }
    >
      {!isConnected && <Text c="dimmed">{words.relays.notConnected}</Text>}
      {isConnected && sensorType === 'temp_hum' && <Climate id={id} />}
      {isConnected && sensorType === 'dio_hub' && (
        <Stack gap="sm">
          <HubSupply sensor={sensor} mayChange={mayChange} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
            <HubRelays sensorId={sensorId} relays={outputRelays ?? []} onLabel={onLabel} />
            <HubInputs inputs={digitalInputs ?? []} onLabel={onLabel} />
          </SimpleGrid>
        </Stack>
      )}
      {labelled && <LabelForm labelled={labelled} onClose={() => setLabelled(undefined)} />}
    </Panel>
  );
}

const Climate = ({ id }: { readonly id: string }) => (
  <Facts
    rows={[
      [words.overview.temperature, <LiveValue list="sensors" id={id} text={(now) => celsius(now?.sensorTempInC)} />],
      [words.overview.humidity, <LiveValue list="sensors" id={id} text={(now) => percent(now?.sensorHumidity, 1)} />],
    ]}
  />
);
