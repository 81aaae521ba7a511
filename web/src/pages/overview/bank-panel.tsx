import { Stack } from '@mantine/core';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { factor, kilowattHours, volts, watts } from '../../language/format.js';
import { useLiveValue } from '../../live/live.js';
import type { AlarmMark } from '../../components/alarms.js';
import { Facts } from '../../components/facts.js';
import { LiveValue } from '../../components/live-value.js';
import { LoadBar } from '../../components/load-bar.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { carriesNothing } from './no-load.js';
import { PowerChart } from './power-chart.js';
import { Rename } from './rename.js';

interface BankPanelProps {
  readonly id: string;
  /** The mark of the worst alarm at this bank. */
  readonly alarm: AlarmMark | undefined;
}

/** One bank: its load against its rating, the breaker, the readings, the chart of the last minutes. */
export function BankPanel({ id, alarm }: BankPanelProps) {
  const name = useLiveValue('banks', id, (bank) => bank?.bankName) ?? id;
  const { rights } = useSession();
  const rated = useLiveValue('banks', id, (bank) => bank?.ratedCurrent);
  return (
    <Panel
      title={name}
      actions={
        <>
          <BreakerState id={id} />
          {rights.can('modifyBankStats') && <Rename id={id} name={name} shown={name} />}
        </>
      }
    >
      <Stack gap="sm">
        <LoadBar
          list="banks"
          id={id}
          label={`${words.overview.load} ${name}`}
          current={(bank) => bank?.currentRms}
          rated={rated}
          alarm={alarm}
        />
        <Facts
          rows={[
            [words.overview.activePower, <LiveValue list="banks" id={id} text={(bank) => watts(bank?.activePower)} />],
            [words.overview.voltage, <LiveValue list="banks" id={id} text={(bank) => volts(bank?.voltageRms)} />],
            [
              words.overview.powerFactor,
              <LiveValue
                list="banks"
                id={id}
                text={(bank) => factor(carriesNothing(bank) ? undefined : bank?.powerFactor)}
              />,
            ],
            [
              words.overview.energy,
              <LiveValue list="banks" id={id} text={(bank) => kilowattHours(bank?.energyAccumulation)} width={11} />,
            ],
          ]}
        />
        <PowerChart list="banks" id={id} name={name} />
      </Stack>
    </Panel>
  );
}

function BreakerState({ id }: { readonly id: string }) {
  const isClosed = useLiveValue('banks', id, (bank) => bank?.circuitBreakerClosed);
  if (isClosed === undefined) return null;
  return (
    <span>
      {words.overview.breaker}{' '}
      <StateLabel tone={isClosed ? 'ok' : 'bad'} isLive>
        {isClosed ? words.overview.breakerClosed : words.overview.breakerTripped}
      </StateLabel>
    </span>
  );
}
