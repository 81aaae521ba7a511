import type { Volts } from '../common/units.js';
import type { BankModel, PduModel } from './profiles/pdu-model.js';
import type { InletReading, Readings } from './snapshot.js';

/** Less than this is what a meter reads of a dead line: a few volts of induction. */
export const LIVE_VOLTS: Volts = 30;

/** A transfer switch says it itself; else there is voltage on any of the lines. Undefined where nothing is measured. */
export function hasMains({ ready, voltage, lines }: InletReading): boolean | undefined {
  if (ready !== undefined) return ready;
  let isLive = voltage === undefined ? undefined : voltage >= LIVE_VOLTS;
  for (const line of lines) if (line.voltage !== undefined) isLive = isLive === true || line.voltage >= LIVE_VOLTS;
  return isLive;
}

/**
 * A bank that feeds its outlets nothing; undefined where nothing is measured. Some meters sit before the breaker, and go on
 * measuring when it has tripped.
 */
export function isDeadCircuit(now: Readings, model: PduModel, { id, position }: BankModel): boolean | undefined {
  const bank = now.banks[position];
  if (bank?.breakerClosed === false) return true;
  const volts = bank?.voltage ?? voltageBehind(now, model, id);
  return volts === undefined ? undefined : volts < LIVE_VOLTS;
}

function voltageBehind(now: Readings, model: PduModel, bankId: string): Volts | undefined {
  const measured = model.outletsOf(bankId).find(({ position }) => now.outlets[position]?.voltage !== undefined);
  return measured && now.outlets[measured.position]?.voltage;
}
