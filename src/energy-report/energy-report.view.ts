import { ApiProperty } from '@nestjs/swagger';
import { STEPS, type Step } from './timeline.js';

/** Energy with its price and carbon dioxide. What is not known is absent, never 0. */
export class EnergySumView {
  /** Active energy, kWh; absent if nothing was measured. */
  kWh?: number;
  /** In the currency of the report; absent without a tariff. */
  cost?: number;
  /** Carbon dioxide, kg; absent without it in the tariff. */
  kgCO2?: number;
  /** Share of the time whose energy was measured, 0 to 1; below 1 the energy is a part of what was used. */
  coverage: number;
}

/** The energy of an object, or of a group. */
export class EnergyRowView extends EnergySumView {
  /** For example "1-1200578"; of a group its id, of a label its value. */
  id: string;
  /** Present name. */
  name: string;
  /**
   * Highest power, W. Of a group the sum of the highest readings of its outlets in the same quarter of an hour, so never
   * below the highest power of all of them together.
   */
  peakWatts?: number;
  /** Begin of the minute or quarter of an hour of the highest power, ISO 8601, UTC. */
  peakAt?: string;
  /**
   * Share of the energy of the parent, 0 to 1: of the bank for an outlet, of the inlet for a bank, else of all inlets.
   * Absent if the parent is not metered or the caller may not view it.
   */
  share?: number;
  /** True if the caller may not view all of its outlets: the numbers are those of the others. */
  partial?: boolean;
}

/** The energy in one period. */
export class EnergyPeriodView {
  /** ISO 8601, UTC. */
  from: string;
  /** ISO 8601, UTC; not included. */
  to: string;
  rows: EnergyRowView[];
  /** The outlets that the caller may view and that are in no row; only by group or label. */
  others?: EnergySumView;
  /** All rows together, each object counted once. */
  sum: EnergySumView;
  /**
   * The energy of the inlets less that of everything behind them: own use, wires, and the error of the meters, so it may be
   * negative. Absent if the caller may not view all of it or something is not metered.
   */
  losses?: EnergySumView;
}

/** Energy, cost, carbon dioxide and highest power of each outlet, group, bank or inlet. */
export class EnergyReportView {
  /** As in the query, for example "outlet" or "label:tenant". */
  by: string;
  @ApiProperty({ enum: STEPS })
  step: Step;
  /** ISO 8601, UTC. */
  from: string;
  /** ISO 8601, UTC; not included, and never in the future. */
  to: string;
  /** The time zone of days and rates. */
  timezone: string;
  /** Currency of all costs; absent without a tariff. */
  currency?: string;
  /** True if the caller may not view everything of this kind: sums are those of the rest. */
  partial: boolean;
  /** The days, weeks or months in order, those at the ends possibly cut; empty for the step "total". */
  periods: EnergyPeriodView[];
  /** The whole time. */
  total: EnergyPeriodView;
}
