import { LIVE_VOLTS } from '../../hardware/mains.js';
import { accumulation, change, named, state, threshold } from './builders.js';
import { above, amps, below, hertz, ratio, vars, voltAmperes, volts, watts } from './quantities.js';
import type { EventRow } from './row.js';
import { bank, bankWithBreaker } from './model-objects.js';

/** Codes of the circuits behind a breaker. */
export const BANK_CODES: readonly EventRow[] = [
  state(
    30,
    'Bank Circuit Breaker Trip',
    named(bankWithBreaker),
    [],
    () =>
      ({ breakerClosed }) =>
        breakerClosed === undefined ? undefined : !breakerClosed,
  ),
  threshold(31, 'Bank Max Current Threshold', bank, amps, above, 'current'),
  threshold(32, 'Bank Min Current Threshold', bank, amps, below, 'current'),
  threshold(33, 'Bank Max Voltage Threshold', bank, volts, above, 'voltage'),
  threshold(34, 'Bank Min Voltage Threshold', bank, volts, below, 'voltage'),
  threshold(35, 'Bank Max Line Frequency Threshold', bank, hertz, above, 'frequency'),
  threshold(36, 'Bank Min Line Frequency Threshold', bank, hertz, below, 'frequency'),
  threshold(37, 'Bank Min Power Factor', bank, ratio, below, 'powerFactor'),
  accumulation(38, 'Bank Active Energy Accumulation Max', bank),
  threshold(39, 'Bank Max Active Power Threshold', bank, watts, above, 'activePower'),
  threshold(40, 'Bank Min Active Power Threshold', bank, watts, below, 'activePower'),
  threshold(41, 'Bank Max Apparent Power Threshold', bank, voltAmperes, above, 'apparentPower'),
  threshold(42, 'Bank Min Apparent Power Threshold', bank, voltAmperes, below, 'apparentPower'),
  threshold(43, 'Bank Max Reactive Power Threshold', bank, vars, above, 'reactivePower'),
  threshold(44, 'Bank Min Reactive Power Threshold', bank, vars, below, 'reactivePower'),
  // A PDU that has just been given mains was dead before, even if the controller was dead with it, and even if its meters
  // do not answer yet.
  change(59, 'System Power Recovery Event', named(bank), [], () => ({ voltage, breakerClosed }, { poweredUp }) => {
    // Some meters sit before the breaker, and go on measuring when it has tripped.
    if (poweredUp || breakerClosed === false) return false;
    if (voltage === undefined || !Number.isFinite(voltage)) return undefined;
    return voltage >= LIVE_VOLTS;
  }),
];
