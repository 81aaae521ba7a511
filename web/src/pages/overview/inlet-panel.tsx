import { Anchor, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { amps, factor, hertz, kilowattHours, percent, voltAmperes, volts, watts } from '../../language/format.js';
import { live, useLiveSummary, useLiveValue } from '../../live/live.js';
import type { AlarmMark } from '../../components/alarms.js';
import { Facts } from '../../components/facts.js';
import { useInletName } from '../../components/object-name.js';
import { LiveValue } from '../../components/live-value.js';
import { LoadBar } from '../../components/load-bar.js';
import { Panel } from '../../components/page.js';
import { phaseBalance } from '../../components/phase-balance.js';
import { StateLabel } from '../../components/state-label.js';
import { webAddressOf } from '../../components/web-address.js';
import { carriesNothing } from './no-load.js';
import { PowerChart } from './power-chart.js';
import { InletSettings } from './inlet-settings.js';

interface InletPanelProps {
  readonly id: string;
  /** The mark of the worst alarm at each part, by its id. */
  readonly alarmed: ReadonlyMap<string, AlarmMark>;
}

/** One inlet: the load of each line against its rating, the readings, the chart of the last minutes. */
export function InletPanel({ id, alarmed }: InletPanelProps) {
  const { rights } = useSession();
  const name = useInletName(id);
  const source = useLiveValue('inlets', id, (inlet) => inlet?.atsInletId);
  const rated = useLiveValue('inlets', id, (inlet) => inlet?.ratedCurrent);
  const lines = (useLiveValue('inlets', id, (inlet) => inlet?.inletLines?.map(({ line }) => line).join()) ?? '')
    .split(',')
    .filter(Boolean);
  const lineIds = (useLiveValue('inlets', id, (inlet) => inlet?.inletLines?.map((line) => line.id).join()) ?? '').split(
    ',',
  );
  const fedFrom = useLiveValue('inlets', id, (inlet) => inlet?.sourceName) ?? '';
  const page = useLiveValue('inlets', id, (inlet) => inlet?.sourceUri) ?? '';
  const isIdle = useLiveSummary(() => carriesNothing(live.get('inlets', id)));
  return (
    <Panel
      title={name}
      actions={
        <>
          {source && <SourceState id={id} />}
          {rights.can('modifyInletStats') && <InletSettings id={id} shown={name} />}
        </>
      }
    >
      <Stack gap="sm">
        {lines.length === 0 ? (
          <LoadBar
            list="inlets"
            id={id}
            label={`${words.overview.load} ${name}`}
            current={(inlet) => inlet?.inletCurrentRms}
            rated={rated}
            alarm={alarmed.get(id)}
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
                  label={`${words.overview.load} ${name} ${line}`}
                  current={(inlet) => inlet?.inletLines?.[place]?.currentRms}
                  rated={rated}
                  alarm={alarmed.get(lineIds[place] ?? '')}
                />
              </div>
            ))}
          </SimpleGrid>
        )}
        <Facts
          rows={[
            ...(fedFrom === '' && page === ''
              ? []
              : [[words.overview.fedFrom, <Source name={fedFrom} page={page} />] as const]),
            ...(isIdle ? [] : loadFacts(id, lines.length > 1)),
            [
              words.overview.voltage,
              <LiveValue list="inlets" id={id} text={(inlet) => volts(inlet?.inletVoltageRms)} />,
            ],
            [
              words.overview.frequency,
              <LiveValue list="inlets" id={id} text={(inlet) => hertz(inlet?.inletLineFrequency)} />,
            ],
            [
              words.overview.energy,
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
                    words.overview.balance,
                    <LiveValue
                      list="inlets"
                      id={id}
                      text={(inlet) =>
                        percent(phaseBalance((inlet?.inletLines ?? []).map(({ currentRms }) => currentRms)))
                      }
                    />,
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

/** The source that feeds an inlet: a link to its page, which is another site, where there is one. */
function Source({ name, page }: { readonly name: string; readonly page: string }) {
  const address = webAddressOf(page);
  if (!address) return <bdi className="breakable">{name || page}</bdi>;
  return (
    <Anchor href={address.href} target="_blank" rel="noreferrer" size="sm" className="breakable">
      <bdi>{name || address.host}</bdi>
    </Anchor>
  );
}

/** The readings of the load, which an inlet that carries nothing does not have. */
const loadFacts = (id: string, hasPhases: boolean): [name: string, value: ReactNode][] => [
  [words.overview.activePower, <LiveValue list="inlets" id={id} text={(inlet) => watts(inlet?.inletActivePower)} />],
  [
    words.overview.apparentPower,
    <LiveValue list="inlets" id={id} text={(inlet) => voltAmperes(inlet?.inletApparentPower)} />,
  ],
  [words.overview.powerFactor, <LiveValue list="inlets" id={id} text={(inlet) => factor(inlet?.inletPowerFactor)} />],
  [
    hasPhases ? words.overview.meanCurrent : words.overview.current,
    <LiveValue list="inlets" id={id} text={(inlet) => amps(inlet?.inletCurrentRms)} />,
  ],
];

/** The state of an inlet of a transfer switch: whether it feeds the load, and whether it could. */
function SourceState({ id }: { readonly id: string }) {
  const isActive = useLiveValue('inlets', id, (inlet) => inlet?.atsInletActive);
  const isReady = useLiveValue('inlets', id, (inlet) => inlet?.atsInletReady);
  return (
    <>
      <StateLabel tone={isActive ? 'ok' : 'quiet'} isLive>
        {isActive ? words.overview.feeds : words.overview.standby}
      </StateLabel>
      <StateLabel tone={isReady === false ? 'bad' : 'ok'} isLive>
        {isReady === false ? words.overview.notReady : words.overview.ready}
      </StateLabel>
    </>
  );
}
