import { ApiProperty } from '@nestjs/swagger';
import { STEPS, type Step } from './timeline.js';

/** Energy with its price and carbon dioxide. What is not known is absent, never 0. */
export class EnergySumView {
  /** Active energy, kWh; absent if nothing was measured. @example 3.36 */
  kWh?: number;
  /** In the currency of the report; absent without a tariff. @example 0.94 */
  cost?: number;
  /** Carbon dioxide, kg; absent without it in the tariff. @example 1.2 */
  kgCO2?: number;
  /** Share of the time whose energy was measured, 0 to 1; below 1 the energy is a part of what was used. @example 1 */
  coverage: number;
}

/** The energy of an object, or of a group. */
export class EnergyRowView extends EnergySumView {
  /** For example "1-1200578"; of a group its id, of a label its value. @example "1-1200578" */
  id: string;
  /** Present name. @example "db-master" */
  name: string;
  /**
   * Highest power, W. Of a group the sum of the highest readings of its outlets in the same quarter of an hour, so never
   * below the highest power of all of them together.
   * @example 188
   */
  peakWatts?: number;
  /**
   * Begin of the minute or quarter of an hour of the highest power, ISO 8601, UTC.
   * @example "2026-11-01T20:04:00.000Z"
   */
  peakAt?: string;
  /**
   * Share of the energy of the parent, 0 to 1: of the bank for an outlet, of the inlet for a bank, else of all inlets.
   * Absent if the parent is not metered or the caller may not view it.
   * @example 0.33
   */
  share?: number;
  /** True if the caller may not view all of its outlets: the numbers are those of the others. */
  partial?: boolean;
}

/** The energy in one period. */
export class EnergyPeriodView {
  /** ISO 8601, UTC. @example "2026-11-01T00:00:00.000Z" */
  from: string;
  /** ISO 8601, UTC; not included. @example "2026-11-02T00:00:00.000Z" */
  to: string;
  rows: EnergyRowView[];
  /** The outlets that the caller may view and that are in no row; only by group or label. @example {} */
  others?: EnergySumView;
  /** All rows together, each object counted once. */
  sum: EnergySumView;
  /**
   * The energy of the inlets less that of everything behind them: own use, wires, and the error of the meters, so it may be
   * negative. Absent if the caller may not view all of it or something is not metered.
   * @example {"kWh": 0.12, "cost": 0.03, "kgCO2": 0.04, "coverage": 1}
   */
  losses?: EnergySumView;
}

/** Energy, cost, carbon dioxide and highest power of each outlet, group, bank or inlet. */
export class EnergyReportView {
  /** As in the query, for example "outlet" or "label:tenant". @example "outlet" */
  by: string;
  /** @example "day" */
  @ApiProperty({ enum: STEPS })
  step: Step;
  /** ISO 8601, UTC. @example "2026-11-01T00:00:00.000Z" */
  from: string;
  /** ISO 8601, UTC; not included, and never in the future. @example "2026-11-02T00:00:00.000Z" */
  to: string;
  /** The time zone of days and rates. @example "UTC" */
  timezone: string;
  /** Currency of all costs; absent without a tariff. @example "EUR" */
  currency?: string;
  /** True if the caller may not view everything of this kind: sums are those of the rest. @example false */
  partial: boolean;
  /** The days, weeks or months in order, those at the ends possibly cut; empty for the step "total". */
  periods: EnergyPeriodView[];
  /** The whole time. */
  total: EnergyPeriodView;
}
