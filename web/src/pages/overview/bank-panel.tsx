import { Stack } from '@mantine/core';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { factor, kilowattHours, volts, watts } from '../../language/format.js';
import { useLiveFact } from '../../live/live.js';
import { Facts } from '../../parts/facts.js';
import { LiveValue } from '../../parts/live-value.js';
import { LoadBar } from '../../parts/load-bar.js';
import { Panel } from '../../parts/page.js';
import { Word } from '../../parts/word.js';
import { PowerChart } from './power-chart.js';
import { Rename } from './rename.js';

/** One bank: its load against its breaker, its meter, its last minutes. */
export function BankPanel({ id }: { readonly id: string }) {
  const name = useLiveFact('banks', id, (bank) => bank?.bankName) ?? id;
  const { rights } = useSession();
  const rated = useLiveFact('banks', id, (bank) => bank?.ratedCurrent);
  return (
    <Panel
      title={name}
      actions={
        <>
          <BreakerState id={id} />
          {rights.can('modifyBankStats') && <Rename list="banks" id={id} name={name} shown={name} />}
        </>
      }
    >
      <Stack gap="sm">
        <LoadBar
          list="banks"
          id={id}
          label={`${en.overview.load} ${name}`}
          current={(bank) => bank?.currentRms}
          rated={rated}
        />
        <Facts
          rows={[
            [en.overview.activePower, <LiveValue list="banks" id={id} text={(bank) => watts(bank?.activePower)} />],
            [en.overview.voltage, <LiveValue list="banks" id={id} text={(bank) => volts(bank?.voltageRms)} />],
            [en.overview.powerFactor, <LiveValue list="banks" id={id} text={(bank) => factor(bank?.powerFactor)} />],
            [
              en.overview.energy,
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
  const isClosed = useLiveFact('banks', id, (bank) => bank?.circuitBreakerClosed);
  if (isClosed === undefined) return null;
  return (
    <span>
      {en.overview.breaker}{' '}
      <Word tone={isClosed ? 'ok' : 'bad'} isLive>
        {isClosed ? en.overview.breakerClosed : en.overview.breakerTripped}
      </Word>
    </span>
  );
}
