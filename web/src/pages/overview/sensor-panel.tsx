import { Text } from '@mantine/core';
import { words } from '../../language/words.js';
import { celsius, percent } from '../../language/format.js';
import { useLive } from '../../live/live.js';
import { Facts } from '../../components/facts.js';
import { LiveValue } from '../../components/live-value.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';

/** One sensor: its temperature and humidity, or the states of its inputs. */
export function SensorPanel({ id }: { readonly id: string }) {
  const sensor = useLive('sensors', id);
  if (!sensor) return null;
  if (sensor.sensorType === 'temp_hum') {
    return (
      <Panel title={sensor.sensorName}>
        <Facts
          rows={[
            [
              words.overview.temperature,
              <LiveValue list="sensors" id={id} text={(now) => celsius(now?.sensorTempInC)} />,
            ],
            [
              words.overview.humidity,
              <LiveValue list="sensors" id={id} text={(now) => percent(now?.sensorHumidity, 1)} />,
            ],
          ]}
        />
      </Panel>
    );
  }
  const inputs = sensor.digitalInputs ?? [];
  return (
    <Panel title={sensor.sensorName}>
      {inputs.length === 0 ? (
        <Text c="dimmed">{words.overview.disconnected}</Text>
      ) : (
        <Facts
          rows={inputs.map(
            ({ index, digitalInputName, state }) =>
              [
                digitalInputName || String(index),
                <StateLabel tone={state === 'HI' ? 'ok' : 'quiet'} isLive>
                  {state === 'HI' ? words.overview.inputHigh : words.overview.inputLow}
                </StateLabel>,
              ] as const,
          )}
        />
      )}
    </Panel>
  );
}
