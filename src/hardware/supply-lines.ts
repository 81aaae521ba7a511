import type { Amps, Volts } from '../common/units.js';
import { apparentPower, lineCurrents, sumOf, type LineLoad, type LinePosition, type Power } from './power-math.js';
import type { BankModel, PduModel } from './profiles/pdu-model.js';
import type { LineName } from './profiles/profile.js';

/** The ratio of a bank's voltage to its inlet's: between two lines of a wye it is √3 times that to neutral. */
export const voltageFactor = ({ profile }: PduModel, { lines }: Pick<BankModel, 'lines'>): number =>
  profile.phase === 'Three Phase Wye' && lines.length === 2 ? Math.sqrt(3) : 1;

/** Voltage of a line to neutral, by the voltage of its inlet. */
export const voltageToNeutral = ({ profile }: PduModel, voltage: Volts): Volts =>
  profile.phase === 'Three Phase Delta' ? voltage / Math.sqrt(3) : voltage;

/** A bank's load on its inlet. */
export interface BankLoad extends Pick<BankModel, 'lines'> {
  readonly power: Power;
}

/**
 * The RMS currents in the lines of an inlet at this voltage, one for each of its lines. Loads between two lines are added
 * as phasors, so that their sum is less than the sum of the currents.
 */
export function currentsOfLines(model: PduModel, voltage: Volts, banks: readonly BankLoad[]): readonly Amps[] {
  if (!model.isThreePhase) {
    return [voltage === 0 ? 0 : apparentPower(sumOf(banks.map(({ power }) => power))) / voltage];
  }
  return lineCurrents(voltageToNeutral(model, voltage), banks.flatMap(lineLoad));
}

function lineLoad({ lines, power }: BankLoad): LineLoad[] {
  const [from, to] = lines.map(linePosition);
  return from === undefined ? [] : [{ from, power, ...(to !== undefined && { to }) }];
}

export const linePosition = (line: LineName): LinePosition => (line === 'L1' ? 0 : line === 'L2' ? 1 : 2);
