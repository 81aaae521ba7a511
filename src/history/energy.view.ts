import { rounded, type KilowattHours } from '../common/units.js';
import type { HistoryKind } from './history.view.js';
import type { HistoryObject } from './history-objects.js';

/** The two energy counters of an inlet, bank or outlet. An unknown one is left out. */
export class EnergyView {
  /** For example "1-1200578". */
  id: string;
  kind: HistoryKind;
  name: string;
  /** Active energy since the meter was new; never reset. kWh. */
  lifetime?: number | undefined;
  /** Active energy since the last reset, kWh. */
  sinceReset?: number | undefined;
  /** Time of the last reset, ISO 8601, UTC; absent if it was never reset. */
  resetAt?: string;
}

/** The result of a reset of energy counters. */
export class EnergyResetView {
  /** The objects whose counters were reset. A counter without a present value is not reset. */
  objects: string[];
}

interface Counters {
  readonly lifetime: KilowattHours | undefined;
  readonly sinceReset: KilowattHours | undefined;
  readonly resetAt: number | undefined;
}

export function energyView({ id, kind }: HistoryObject, name: string, counters: Counters): EnergyView {
  const { lifetime, sinceReset, resetAt } = counters;
  return {
    id,
    kind,
    name,
    lifetime: rounded(lifetime),
    sinceReset: rounded(sinceReset),
    ...(resetAt !== undefined && { resetAt: new Date(resetAt).toISOString() }),
  };
}
