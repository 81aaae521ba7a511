import { Injectable } from '@nestjs/common';
import { nextAfter, zoneOf } from '../common/calendar.js';
import type { CallerWithAddress } from '../common/access.js';
import { Clock, type Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { FairQueue } from '../common/fair-queue.js';
import { ianaZone } from '../common/formats.js';
import { mapInSlices, yieldWhenLate } from '../common/time-slices.js';
import type { EventRow } from '../events/catalogue/row.js';
import {
  DEVICE,
  type CompiledCalendarRule,
  type CompiledIntervalRule,
  type CompiledRule,
  type EventObject,
} from '../events/engine/compiled-rule.js';
import { EventObjectNames } from '../events/event-object-names.js';
import { EventsService } from '../events/events.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { BacktestDto } from './backtest.dto.js';
import { occurrenceView, type BacktestOccurrenceView } from './backtest.view.js';
import { RecordedValuesService, type Range } from './recorded-values.service.js';
import { Replay, type Occurrence, type Sample } from './replay.js';

const DAY: Millis = 86_400_000;
const MAX_RANGE = 31 * DAY;
const MAX_OCCURRENCES = 10_000;
/** Backtests of one user that may wait; each takes up to half a second. */
const MAX_WAITING = 4;

/** Calculates when an event would have triggered, from what the history keeps. */
@Injectable()
export class BacktestService {
  readonly #queue = new FairQueue();

  constructor(
    private readonly events: EventsService,
    private readonly names: EventObjectNames,
    private readonly values: RecordedValuesService,
    private readonly driver: PduDriver,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The times at which an event would have triggered, the oldest first. One backtest runs at a time, and users take turns. Throws what
   * the creation of the event throws, NOT_IN_HISTORY, BACKTEST_TOO_LONG, BACKTEST_TOO_MANY or TOO_MANY_ATTEMPTS.
   */
  run(
    { code, params: given = [], from, to }: BacktestDto,
    caller: CallerWithAddress,
  ): Promise<BacktestOccurrenceView[]> {
    const { row, params } = this.events.condition(code, given, caller.access);
    const range = rangeOf(from, Math.min(to, this.clock.now()));
    const owner = caller.userId;
    if (this.#queue.waiting(owner) >= MAX_WAITING) throw ApiError.tooMany(1);
    return this.#queue.run(owner, 'user', () => this.#occurrences(row, row.compile(params, this.driver.model), range));
  }

  async #occurrences(row: EventRow, rule: CompiledRule, range: Range): Promise<BacktestOccurrenceView[]> {
    if (rule.kind === 'calendar') return viewsOf(await this.#moments(rule, range));
    if (rule.kind === 'interval') return viewsOf(everySoOften(rule, range));
    const { recorded } = row;
    if (rule.kind === 'change' || !rule.limit || !recorded) {
      throw new ApiError('NOT_IN_HISTORY', row.code, row.name, reasonOf(row, rule)).at('code');
    }
    const { sustain, limit, watches } = rule;
    const found: BacktestOccurrenceView[] = [];
    for (const { object } of watches) {
      const replay = new Replay({ sustain, limit });
      const wanted = { object, measure: recorded, isBeyond: (sample: Sample) => replay.isBeyond(sample) };
      await this.values.each(wanted, range, (sample) => replay.add(sample));
      const occurrences = replay.occurrences(range.to);
      if (found.length + occurrences.length > MAX_OCCURRENCES) throw tooMany();
      if (occurrences.length > 0) found.push(...(await viewsOf(occurrences, object, this.names.of(object).objectName)));
      await yieldWhenLate();
    }
    return found.sort((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
  }

  /** The moments of a calendar rule in the device's time zone. */
  async #moments({ rule }: CompiledCalendarRule, { from, to }: Range): Promise<Occurrence[]> {
    const zone = zoneOf(ianaZone(this.settings.get('timezone')) ?? 'UTC', this.settings.get('daylightsavings'));
    const moments: Occurrence[] = [];
    for (let at = nextAfter(rule, zone, from * 1000 - 1); at < to * 1000; at = nextAfter(rule, zone, at)) {
      moments.push(moment(at / 1000));
      await yieldWhenLate();
    }
    return moments;
  }
}

/** As if the event had been created at the begin of the range. */
function everySoOften({ every }: CompiledIntervalRule, { from, to }: Range): Occurrence[] {
  const step = every / 1000;
  const count = Math.max(0, Math.ceil((to - from) / step) - 1);
  if (count > MAX_OCCURRENCES) throw tooMany();
  return Array.from({ length: count }, (_, place) => moment(from + (place + 1) * step));
}

const moment = (at: number): Occurrence => ({ from: at, to: at, value: NaN, certainty: 'certain' });

const viewsOf = (
  occurrences: readonly Occurrence[],
  object: EventObject = DEVICE,
  name?: string,
): Promise<BacktestOccurrenceView[]> =>
  mapInSlices(occurrences, (occurrence) => occurrenceView(object, name, occurrence));

const tooMany = (): ApiError => new ApiError('BACKTEST_TOO_MANY', MAX_OCCURRENCES).at('from');

function reasonOf({ pings }: EventRow, rule: CompiledRule): string {
  if (pings) return 'it does not keep the answers to pings';
  if (rule.kind === 'level' && !rule.measured) return 'faults of the controller stand in the log';
  return 'it keeps measurements, not states';
}

function rangeOf(from: Millis, to: Millis): Range {
  if (from < 0 || from >= to) {
    throw ApiError.validation([
      { field: 'from', message: 'from must be before to and before now, and not before 1970.' },
    ]);
  }
  if (to - from > MAX_RANGE) throw new ApiError('BACKTEST_TOO_LONG').at('from');
  return { from: Math.floor(from / 1000), to: Math.floor(to / 1000) + 1 };
}
