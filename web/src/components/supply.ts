import type { LiveOf, LiveStore } from '../live/live-store.js';
import { NO_MAINS } from './outlet-condition.js';

type Live = Pick<LiveStore, 'all'>;
type Inlet = Pick<LiveOf<'inlets'>, 'inletVoltageRms' | 'inletLines' | 'atsInletReady'>;
type Bank = LiveOf<'banks'>;

const isNone = (volts: number): boolean => volts < NO_MAINS;

/** Without voltage on any line; an inlet of a transfer switch that measures none says whether it is ready. */
export function isDeadInlet({ inletVoltageRms, inletLines = [], atsInletReady }: Inlet): boolean {
  const volts = [inletVoltageRms, ...inletLines.map(({ voltageRms }) => voltageRms)].filter(
    (each) => each !== undefined,
  );
  return volts.length > 0 ? volts.every(isNone) : atsInletReady === false;
}

/** Behind a tripped breaker or without voltage; where none is measured, with no inlet that could feed it. */
function isDeadBank(live: Live, { id, circuitBreakerClosed, voltageRms, inletId }: Bank): boolean {
  if (circuitBreakerClosed === false) return true;
  const volts = voltageRms ?? live.all('outlets').find(({ bankId }) => String(bankId) === id)?.circuitVoltage;
  if (volts !== undefined) return isNone(volts);
  const inlets = live.all('inlets').filter((inlet) => inlet.id === inletId || inlet.inletType === 'ats');
  return inlets.length > 0 && inlets.every(isDeadInlet);
}

/** True if an inlet, a line or a bank is known to have no supply. Its current is then 0, which is no headroom. */
export function isUnsupplied(live: Live, id: string): boolean {
  const bank = live.all('banks').find((each) => each.id === id);
  if (bank) return isDeadBank(live, bank);
  for (const inlet of live.all('inlets')) {
    if (inlet.id === id) return isDeadInlet(inlet);
    const line = inlet.inletLines?.find((each) => each.id === id);
    if (line) return line.voltageRms === undefined ? isDeadInlet(inlet) : isNone(line.voltageRms);
  }
  return false;
}
