import { SimpleGrid, Stack } from '@mantine/core';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { amps, factor, hertz, kilowattHours, voltAmperes, volts, watts } from '../../language/format.js';
import { useLiveFact } from '../../live/live.js';
import { Facts } from '../../parts/facts.js';
import { useInletName } from '../../parts/inlet-name.js';
import { LiveValue } from '../../parts/live-value.js';
import { LoadBar } from '../../parts/load-bar.js';
import { Panel } from '../../parts/page.js';
import { Word } from '../../parts/word.js';
import { PowerChart } from './power-chart.js';
import { Rename } from './rename.js';

/** One inlet: its load against its rating, line by line, its meter, its last minutes. */
export function InletPanel({ id }: { readonly id: string }) {
  const { rights } = useSession();
  const name = useInletName(id);
  const ownName = useLiveFact('inlets', id, (inlet) => inlet?.inletName) ?? id;
  const source = useLiveFact('inlets', id, (inlet) => inlet?.atsInletId);
  const rated = useLiveFact('inlets', id, (inlet) => inlet?.ratedCurrent);
  const lines = (useLiveFact('inlets', id, (inlet) => inlet?.inletLines?.map(({ line }) => line).join()) ?? '')
    .split(',')
    .filter(Boolean);
  return (
    <Panel
      title={name}
      actions={
        <>
          {source && <SourceState id={id} />}
          {rights.can('modifyInletStats') && <Rename list="inlets" id={id} name={ownName} shown={name} />}
        </>
      }
    >
      <Stack gap="sm">
        {lines.length === 0 ? (
          <LoadBar
            list="inlets"
            id={id}
            label={`${en.overview.load} ${name}`}
            current={(inlet) => inlet?.inletCurrentRms}
            rated={rated}
          />
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
            {lines.map((line, place) => (
              <div key={line}>
                <span>{line}</span>{' '}
                <LiveValue list="inlets" id={id} text={(inlet) => volts(inlet?.inletLines?.[place]?.voltageRms)} />
                <LoadBar
                  list="inlets"
                  id={id}
                  label={`${en.overview.load} ${name} ${line}`}
                  current={(inlet) => inlet?.inletLines?.[place]?.currentRms}
                  rated={rated}
                />
              </div>
            ))}
          </SimpleGrid>
        )}
        <Facts
          rows={[
            [
              en.overview.activePower,
              <LiveValue list="inlets" id={id} text={(inlet) => watts(inlet?.inletActivePower)} />,
            ],
            [
              en.overview.apparentPower,
              <LiveValue list="inlets" id={id} text={(inlet) => voltAmperes(inlet?.inletApparentPower)} />,
            ],
            [
              en.overview.powerFactor,
              <LiveValue list="inlets" id={id} text={(inlet) => factor(inlet?.inletPowerFactor)} />,
            ],
            [en.overview.current, <LiveValue list="inlets" id={id} text={(inlet) => amps(inlet?.inletCurrentRms)} />],
            [en.overview.voltage, <LiveValue list="inlets" id={id} text={(inlet) => volts(inlet?.inletVoltageRms)} />],
            [
              en.overview.frequency,
              <LiveValue list="inlets" id={id} text={(inlet) => hertz(inlet?.inletLineFrequency)} />,
            ],
            [
              en.overview.energy,
              <LiveValue
                list="inlets"
                id={id}
                text={(inlet) => kilowattHours(inlet?.inletEnergyAccumulation)}
                width={11}
              />,
            ],
            ...(lines.length > 1
              ? [
                  [
                    en.overview.balance,
                    <LiveValue list="inlets" id={id} text={(inlet) => inlet?.threePhaseBalance ?? '–'} />,
                  ] as const,
                ]
              : []),
          ]}
        />
        <PowerChart list="inlets" id={id} name={name} />
      </Stack>
    </Panel>
  );
}

/** Of a transfer switch: whether this inlet could feed the load, and whether it does. */
function SourceState({ id }: { readonly id: string }) {
  const isActive = useLiveFact('inlets', id, (inlet) => inlet?.atsInletActive);
  const isReady = useLiveFact('inlets', id, (inlet) => inlet?.atsInletReady);
  return (
    <>
      <Word tone={isActive ? 'ok' : 'quiet'} isLive>
        {isActive ? en.overview.feeds : en.overview.standby}
      </Word>
      <Word tone={isReady === false ? 'bad' : 'ok'} isLive>
        {isReady === false ? en.overview.notReady : en.overview.ready}
      </Word>
    </>
  );
}
