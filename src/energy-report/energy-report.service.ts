import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../common/access.js';
import { dayBegin, latestUpTo, zoneOf, type Zone } from '../common/calendar.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { FairQueue } from '../common/fair-queue.js';
import { ianaZone } from '../common/formats.js';
import { mapInSlices, yieldWhenLate } from '../common/time-slices.js';
import { roundedShare } from '../common/units.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { HistoryObject } from '../history/history-objects.js';
import { momentOf } from '../history/history-range.js';
import { PowerHistoryService } from '../history/power-history.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { Tariff } from '../settings/tariff.js';
import { EnergyAccumulator, Sums } from './energy-accumulator.js';
import type { EnergyReportQueryDto } from './energy-report.dto.js';
import type { EnergyPeriodView, EnergyReportView, EnergyRowView, EnergySumView } from './energy-report.view.js';
import { CoincidentPeaks } from './coincident-peaks.js';
import { reportPage, type PageLanguage } from './report-formats.js';
import { ReportRowsService, type ReportPlan, type RowPlan } from './report-rows.service.js';
import { Timeline, type Period } from './timeline.js';

const DAY = 86_400;
/** The longest time of a report. */
export const MAX_DAYS = 400;
/** The most rows in all periods together. */
export const MAX_ROWS = 20_000;
/** The most days of all objects together, which decide how long a report takes. */
const MAX_OBJECT_DAYS = 100_000;
/** The most reports of one user that wait. */
const MAX_WAITING = 4;
const MONTH_BEGIN = { hour: 0, minute: 0, day: 1 };

/** The energy of all objects of a plan. */
interface Measured {
  readonly timeline: Timeline;
  readonly sumsOf: ReadonlyMap<HistoryObject, Sums>;
  /** The highest power of rows with several objects. */
  readonly peaksOf: ReadonlyMap<RowPlan, Sums>;
  readonly tariff: Tariff;
}

/** Reports of energy, cost and carbon dioxide. */
@Injectable()
export class EnergyReportService {
  readonly #queue = new FairQueue();

  constructor(
    private readonly clock: Clock,
    private readonly driver: PduDriver,
    private readonly settings: SettingsStore,
    private readonly history: PowerHistoryService,
    private readonly rows: ReportRowsService,
  ) {}

  /**
   * Makes a report, one at a time. Throws NOT_ALLOWED, NO_OUTLET_ALLOWED, OUTLETS_NOT_AVAILABLE, REPORTS_WAITING, or 422
   * for a time or a number of rows beyond the limits.
   */
  async read(query: EnergyReportQueryDto, { userId, access }: CallerWithAddress): Promise<EnergyReportView> {
    const { by, step = 'total' } = query;
    const plan = await this.rows.plan(by, access);
    const zone = this.#zone;
    const period = this.#periodOf(query, zone);
    assertFits(plan, period);
    if (this.#queue.waiting(userId) >= MAX_WAITING) throw new ApiError('REPORTS_WAITING', MAX_WAITING);
    return this.#queue.run(userId, access.isAdministrator ? 'administrator' : 'user', async () => {
      const tariff = this.settings.get('tariff');
      const timeline = await Timeline.of({ ...period, step, zone, tariff });
      assertRows(plan.rows.length * timeline.periods.length);
      const measured = await this.#measure(plan, timeline, tariff);
      const all = timeline.periods.map((_, place) => place);
      const periods: EnergyPeriodView[] = [];
      if (step !== 'total') for (const place of all) periods.push(await periodView(plan, measured, [place]));
      return {
        by,
        step,
        from: isoTime(period.from),
        to: isoTime(period.to),
        timezone: this.settings.get('timezone'),
        ...(tariff.defaultPerKWh !== undefined && { currency: tariff.currency }),
        partial: plan.isPartial || plan.rows.some(({ isPartial }) => isPartial),
        periods,
        total: await periodView(plan, measured, all),
      };
    });
  }

  /** A report as a page to print. */
  page(report: EnergyReportView, language: PageLanguage): Promise<string> {
    return reportPage(report, this.settings.get('deviceName'), this.#zone, language);
  }

  async #measure(plan: ReportPlan, timeline: Timeline, tariff: Tariff): Promise<Measured> {
    const { from, to } = timeline;
    const objects = [
      ...new Set([
        ...plan.objects,
        ...plan.others,
        ...(plan.supply ?? []),
        ...plan.rows.flatMap(({ parents = [] }) => parents),
      ]),
    ];
    const maxWatts = this.#maxWatts;
    const accumulators = await mapInSlices(objects, () => new EnergyAccumulator(timeline, maxWatts, this.#now));
    const peaksOf = new Map<RowPlan, Sums>();
    const coincidentOf = new Map<HistoryObject, CoincidentPeaks[]>();
    for (const row of plan.rows) {
      if (row.objects.length === 1) continue;
      const sums = new Sums(timeline);
      const peaks = new CoincidentPeaks(sums);
      peaksOf.set(row, sums);
      for (const object of row.objects) coincidentOf.set(object, [...(coincidentOf.get(object) ?? []), peaks]);
    }
    const coincident = new Set([...coincidentOf.values()].flat());
    const peaksAt = objects.map((object) => coincidentOf.get(object) ?? []);
    await this.history.read(
      { objects, from, to, isFine: timeline.isFine },
      {
        addDay: (place, day) => {
          accumulators[place]?.addDay(day);
          for (const peaks of peaksAt[place] ?? []) peaks.addDay(day);
        },
        endDay: async () => {
          for (const peaks of coincident) {
            peaks.endDay();
            await yieldWhenLate();
          }
        },
      },
    );
    const sumsOf = new Map<HistoryObject, Sums>();
    for (const [place, accumulator] of accumulators.entries()) {
      accumulator.end();
      const object = objects[place];
      if (object) sumsOf.set(object, accumulator.sums);
      await yieldWhenLate();
    }
    return { timeline, sumsOf, peaksOf, tariff };
  }

  #periodOf({ from, to }: EnergyReportQueryDto, zone: Zone): Period {
    const now = this.#now;
    const momentIn = (text: string): number => {
      const day = dayBegin(zone, text);
      return day === undefined ? (momentOf(text, now) ?? NaN) : day / 1000;
    };
    const end = Math.min(now, to === undefined ? now : momentIn(to));
    const begin = from === undefined ? latestUpTo(MONTH_BEGIN, zone, (end - 1) * 1000) / 1000 : momentIn(from);
    if (!(begin >= 0 && begin < end)) refuse('from', 'from must be before to and before now, and not before 1970.');
    if (end - begin > MAX_DAYS * DAY) {
      refuse('from', `A report covers at most ${MAX_DAYS} days; ask for a later from or an earlier to.`);
    }
    return { from: begin, to: end };
  }

  /** End of the current second, seconds since 1970. */
  get #now(): number {
    return Math.floor(this.clock.now() / 1000) + 1;
  }

  get #zone(): Zone {
    return zoneOf(ianaZone(this.settings.get('timezone')) ?? 'UTC', this.settings.get('daylightsavings'));
  }

  /** Twice the rating of all inlets: nothing uses more for a minute. */
  get #maxWatts(): number {
    const ratings = this.driver.model.inlets.map(
      ({ ratedCurrent, nominalVoltage, lines }) => ratedCurrent * nominalVoltage * lines.length,
    );
    return 2 * ratings.reduce((sum, watts) => sum + watts, 0);
  }
}

function assertFits({ objects, others }: ReportPlan, { from, to }: Period): void {
  const days = Math.ceil((to - from) / DAY);
  if ((objects.length + others.length) * days <= MAX_OBJECT_DAYS) return;
  refuse('from', `This PDU has too many outlets for a report of ${days} days; ask for fewer days.`);
}

function assertRows(count: number): void {
  if (count > MAX_ROWS)
    refuse('step', `The report would have ${count} rows, and at most ${MAX_ROWS}; ask for a longer step.`);
}

function refuse(field: string, message: string): never {
  throw ApiError.validation([{ field, message }]);
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Sums of some objects in some periods. */
interface Amount {
  kWh: number;
  cost: number;
  covered: number;
  /** Seconds of all objects. */
  seconds: number;
  /** The objects of which nothing was measured. */
  unknown: number;
}

function amountOf(
  objects: readonly HistoryObject[],
  places: readonly number[],
  { sumsOf, timeline }: Measured,
): Amount {
  const amount: Amount = { kWh: 0, cost: 0, covered: 0, seconds: 0, unknown: 0 };
  for (const object of objects) {
    const sums = sumsOf.get(object);
    const before = amount.covered;
    for (const place of places) {
      const period = timeline.periods[place];
      amount.kWh += sums?.kWh[place] ?? 0;
      amount.cost += sums?.cost[place] ?? 0;
      amount.covered += sums?.covered[place] ?? 0;
      if (period) amount.seconds += period.to - period.from;
    }
    if (amount.covered === before) amount.unknown++;
  }
  return amount;
}

const digits = (value: number, count: number): number => Number(value.toFixed(count));

function sumView({ kWh, cost, covered, seconds }: Amount, { defaultPerKWh, gramsCO2PerKWh }: Tariff): EnergySumView {
  const coverage = seconds === 0 ? 0 : Math.min(1, covered / seconds);
  if (covered === 0) return { coverage: 0 };
  return {
    kWh: digits(kWh, 3),
    ...(defaultPerKWh !== undefined && { cost: digits(cost, 4) }),
    ...(gramsCO2PerKWh !== undefined && { kgCO2: digits((kWh * gramsCO2PerKWh) / 1000, 4) }),
    coverage: roundedShare(coverage, 4),
  };
}

/** @param places the periods of the timeline that it is made of */
async function periodView(plan: ReportPlan, measured: Measured, places: readonly number[]): Promise<EnergyPeriodView> {
  const { timeline, tariff } = measured;
  const rows: EnergyRowView[] = [];
  for (const row of plan.rows) {
    await yieldWhenLate();
    rows.push(rowView(row, measured, places));
  }
  await yieldWhenLate();
  const sum = amountOf(plan.objects, places, measured);
  await yieldWhenLate();
  const others = amountOf(plan.others, places, measured);
  const losses = plan.supply && lossesOf(amountOf(plan.supply, places, measured), sum, others);
  return {
    from: isoTime(timeline.periods[places[0] ?? 0]?.from ?? 0),
    to: isoTime(timeline.periods[places.at(-1) ?? 0]?.to ?? 0),
    rows,
    ...(plan.others.length > 0 && { others: sumView(others, tariff) }),
    sum: sumView(sum, tariff),
    ...(losses && { losses: sumView(losses, tariff) }),
  };
}

/** Losses are known where everything was measured; their coverage is that of what was measured least. */
function lossesOf(supply: Amount, ...used: readonly Amount[]): Amount | undefined {
  const all = [supply, ...used].filter(({ seconds }) => seconds > 0);
  if (supply.seconds === 0 || all.some(({ unknown }) => unknown > 0)) return undefined;
  const least = Math.min(...all.map(({ covered, seconds }) => covered / seconds));
  return {
    kWh: supply.kWh - used.reduce((sum, { kWh }) => sum + kWh, 0),
    cost: supply.cost - used.reduce((sum, { cost }) => sum + cost, 0),
    covered: least * supply.seconds,
    seconds: supply.seconds,
    unknown: 0,
  };
}

function rowView(row: RowPlan, measured: Measured, places: readonly number[]): EnergyRowView {
  const { id, name, objects, parents, isPartial } = row;
  const amount = amountOf(objects, places, measured);
  const parent = parents && amountOf(parents, places, measured);
  const hasShare = parent && parent.unknown === 0 && parent.kWh > 0 && amount.covered > 0;
  const [object] = objects;
  const sums = measured.peaksOf.get(row) ?? (object && measured.sumsOf.get(object));
  return {
    id,
    name,
    ...sumView(amount, measured.tariff),
    ...(sums && peakOf(sums, places)),
    ...(hasShare && { share: roundedShare(amount.kWh / parent.kWh, 4) }),
    ...(isPartial && { partial: true }),
  };
}

function peakOf({ peaks, peakTimes }: Sums, places: readonly number[]): Pick<EnergyRowView, 'peakWatts' | 'peakAt'> {
  const watts = (place: number): number => peaks[place] ?? -Infinity;
  const highest = places.reduce((best, place) => (watts(place) > watts(best) ? place : best), places[0] ?? 0);
  if (watts(highest) === -Infinity) return {};
  return { peakWatts: digits(watts(highest), 1), peakAt: isoTime(peakTimes[highest] ?? 0) };
}
