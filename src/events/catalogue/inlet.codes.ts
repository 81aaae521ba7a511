import { phaseImbalance } from '../../hardware/power-math.js';
import type { InletReading } from '../../hardware/snapshot.js';
import { accumulation, threshold } from './builders.js';
import { above, amps, below, hertz, percent, ratio, vars, voltAmperes, volts, watts } from './quantities.js';
import type { EventRow } from './row.js';
import { inlet, line, singlePhaseInlet, threePhaseInlet } from './model-objects.js';

/** Unknown while the current of a line is. */
function imbalanceOf({ lines }: InletReading): number | undefined {
  const currents = lines.flatMap(({ current }) => (current !== undefined && Number.isFinite(current) ? [current] : []));
  return currents.length < lines.length ? undefined : phaseImbalance(currents);
}

/** Codes of where power comes in. */
export const INLET_CODES: readonly EventRow[] = [
  threshold(13, 'Inlet Line Max Current Threshold', line, amps, above, (l) => l.current),
  threshold(14, 'Inlet Line Min Current Threshold', line, amps, below, (l) => l.current),
  threshold(15, 'Inlet Max Current Threshold', singlePhaseInlet, amps, above, (i) => i.current),
  threshold(16, 'Inlet Min Current Threshold', singlePhaseInlet, amps, below, (i) => i.current),
  threshold(17, 'Inlet Max Voltage Threshold', singlePhaseInlet, volts, above, (i) => i.voltage),
  threshold(18, 'Inlet Min Voltage Threshold', singlePhaseInlet, volts, below, (i) => i.voltage),
  threshold(19, 'Inlet Max Line Frequency Threshold', singlePhaseInlet, hertz, above, (i) => i.frequency),
  // The specification's table repeats the name of 19 here; it is the minimum.
  threshold(20, 'Inlet Min Line Frequency Threshold', singlePhaseInlet, hertz, below, (i) => i.frequency),
  threshold(21, 'Inlet Min Power Factor', inlet, ratio, below, (i) => i.powerFactor),
  accumulation(22, 'Inlet Active Energy Accumulation Max', inlet),
  threshold(23, 'Inlet Max Active Power Threshold', inlet, watts, above, (i) => i.activePower),
  threshold(24, 'Inlet Min Active Power Threshold', inlet, watts, below, (i) => i.activePower),
  threshold(25, 'Inlet Max Apparent Power Threshold', inlet, voltAmperes, above, (i) => i.apparentPower),
  threshold(26, 'Inlet Min Apparent Power Threshold', inlet, voltAmperes, below, (i) => i.apparentPower),
  threshold(27, 'Inlet Max Reactive Power Threshold', inlet, vars, above, (i) => i.reactivePower),
  threshold(28, 'Inlet Min Reactive Power Threshold', inlet, vars, below, (i) => i.reactivePower),
  threshold(29, 'Inlet 3 Phase Imbalance', threePhaseInlet, percent, above, imbalanceOf),
];
