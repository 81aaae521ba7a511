import { phaseImbalance } from '../../hardware/power-math.js';
import type { InletReading } from '../../hardware/snapshot.js';
import { accumulation, calculated, threshold } from './builders.js';
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
  threshold(13, 'Inlet Line Max Current Threshold', line, amps, above, 'current'),
  threshold(14, 'Inlet Line Min Current Threshold', line, amps, below, 'current'),
  threshold(15, 'Inlet Max Current Threshold', singlePhaseInlet, amps, above, 'current'),
  threshold(16, 'Inlet Min Current Threshold', singlePhaseInlet, amps, below, 'current'),
  threshold(17, 'Inlet Max Voltage Threshold', singlePhaseInlet, volts, above, 'voltage'),
  threshold(18, 'Inlet Min Voltage Threshold', singlePhaseInlet, volts, below, 'voltage'),
  threshold(19, 'Inlet Max Line Frequency Threshold', singlePhaseInlet, hertz, above, 'frequency'),
  // The specification's table repeats the name of 19 here; it is the minimum.
  threshold(20, 'Inlet Min Line Frequency Threshold', singlePhaseInlet, hertz, below, 'frequency'),
  threshold(21, 'Inlet Min Power Factor', inlet, ratio, below, 'powerFactor'),
  accumulation(22, 'Inlet Active Energy Accumulation Max', inlet),
  threshold(23, 'Inlet Max Active Power Threshold', inlet, watts, above, 'activePower'),
  threshold(24, 'Inlet Min Active Power Threshold', inlet, watts, below, 'activePower'),
  threshold(25, 'Inlet Max Apparent Power Threshold', inlet, voltAmperes, above, 'apparentPower'),
  threshold(26, 'Inlet Min Apparent Power Threshold', inlet, voltAmperes, below, 'apparentPower'),
  threshold(27, 'Inlet Max Reactive Power Threshold', inlet, vars, above, 'reactivePower'),
  threshold(28, 'Inlet Min Reactive Power Threshold', inlet, vars, below, 'reactivePower'),
  calculated(29, 'Inlet 3 Phase Imbalance', threePhaseInlet, percent, above, 'phaseImbalance', imbalanceOf),
];
