/** A year of the calendar in seconds: every scheduled moment is accounted for, across both changes of daylight saving. */
import { describe, expect, it } from '@jest/globals';
import { toParams } from '../../src/actions/catalogue/row.js';
import { eventCode } from '../../src/events/catalogue/index.js';
import type { CompiledRule } from '../../src/events/engine/compiled-rule.js';
import type { EvaluationContext } from '../../src/events/engine/evaluation-context.js';
import { initialState, ruleStateOf, evaluate } from '../../src/events/engine/rule-engine.js';
import type { TriggerState } from '../../src/events/engine/trigger-state.js';
import { zoneOf } from '../../src/common/calendar.js';
import { modelOf } from '../support/modules/event-rack.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const FROM = Date.parse('2026-01-01T00:00:00Z');
const TO = Date.parse('2027-01-01T00:00:00Z');
const EVENTS = 200;
const RESTARTS = 50;

/** The same for the same seed: a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

interface Schedule {
  readonly code: number;
  readonly params: readonly string[];
  readonly time: string;
  readonly isOn: (date: Date) => boolean;
}

const pad = (value: number): string => String(value).padStart(2, '0');

function aSchedule(roll: (sides: number) => number): Schedule {
  // Every third in the hours in which clocks are changed.
  const [hour, minute] = [roll(3) === 0 ? roll(4) : roll(24), roll(60)];
  const time = `${pad(hour)}:${pad(minute)}`;
  const [kind, weekday, day] = [roll(3), roll(7), roll(28) + 1];
  if (kind === 0) return { code: 53, params: [time], time, isOn: () => true };
  const rest = [String(hour), String(minute)];
  return kind === 1
    ? { code: 61, params: [String(weekday), ...rest], time, isOn: (date) => date.getUTCDay() === weekday }
    : { code: 60, params: [String(day), ...rest], time, isOn: (date) => date.getUTCDate() === day };
}

/** The expected occurrences: the schedules that are due at each local minute of the year. */
function watchTheClock(zone: string, schedules: readonly Schedule[]): Map<number, Set<number>> {
  const byTime = new Map<string, number[]>();
  schedules.forEach(({ time }, index) => byTime.set(time, [...(byTime.get(time) ?? []), index]));
  const due = new Map<number, Set<number>>(schedules.map((_, index) => [index, new Set()]));
  // Local time is treated as UTC, only to count its minutes.
  const clock = zoneOf(zone);
  const shownAt = (moment: number): number => moment + clock.offsetAt(moment);
  let latest = shownAt(FROM);
  for (let moment = FROM + MINUTE; moment <= TO; moment += MINUTE) {
    const shown = shownAt(moment);
    for (let minute = latest + MINUTE; minute <= shown; minute += MINUTE) {
      const date = new Date(minute);
      const time = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
      for (const index of byTime.get(time) ?? []) if (schedules[index]?.isOn(date)) due.get(index)?.add(moment);
    }
    latest = Math.max(latest, shown);
  }
  return due;
}

interface Stop {
  readonly from: number;
  readonly to: number;
}

/** Random stops of seconds and of hours that do not overlap. */
function someStops(roll: (sides: number) => number): Stop[] {
  const length = (TO - FROM) / RESTARTS;
  return Array.from({ length: RESTARTS }, (_, stop) => {
    const from = FROM + stop * length + roll(length - DAY);
    return { from, to: from + (roll(2) === 0 ? roll(30 * SECOND) : roll(5 * 60 * MINUTE)) };
  });
}

/** Runs the schedules for the year: evaluates each shortly after it is due, as ticks of a second would. */
function runTheYear(zoneName: string, rules: readonly CompiledRule[], stops: readonly Stop[]) {
  const zone = zoneOf(zoneName);
  const empty = { inlets: [], banks: [], outlets: [], relayOutputs: [], sensors: [], seq: 1 };
  const contextAt = (wall: number, elapsed: number): EvaluationContext => ({
    now: { ...empty, takenAt: wall, uptime: wall - FROM, readAt: wall - FROM, fresh: true },
    elapsed,
    zone,
    poweredUp: false,
    namesOf: () => ({}),
    energyOf: () => undefined,
    pingFailures: () => undefined,
    fault: () => undefined,
  });
  let states: TriggerState[] = rules.map((each) => initialState(each));
  const triggered: number[][] = rules.map(() => []);
  const missed: number[] = [];
  let wall = FROM;
  const tick = (at: number, elapsed: number): void => {
    wall = at;
    const context = contextAt(at, elapsed);
    rules.forEach((each, index) => {
      const after = evaluate(each, states[index] as TriggerState, context);
      if (!after) return;
      states[index] = after.state;
      if (after.missed !== undefined) missed.push(after.missed);
      if (after.triggers.length > 0) triggered[index]?.push(at);
    });
  };
  tick(FROM, 0);
  for (const stop of [...stops, { from: TO, to: TO }]) {
    for (let next = nextDue(states); next < stop.from; next = nextDue(states)) {
      // The tick before it, and the one that comes a moment after it.
      tick(next - 1, next - 1 - wall);
      tick(Math.min(next + 700, stop.from), SECOND);
    }
    if (stop.from === TO) break;
    states = rules.map((each, index) => initialState(each, ruleStateOf(each, states[index] as TriggerState)));
    tick(stop.to, 0);
  }
  return { triggered, missed };
}

const nextDue = (states: readonly TriggerState[]): number =>
  states.reduce((next, { due = Infinity }) => Math.min(next, due), Infinity);

describe.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])('a year of schedules in %s', (zone) => {
  it('triggers each of them once at its local minute, unless the controller was down then', () => {
    const roll = dice(20_260_302);
    const schedules = Array.from({ length: EVENTS }, () => aSchedule(roll));
    const stops = someStops(roll);
    const model = modelOf('single-phase-16');
    const rules = schedules.map(({ code, params }) => {
      const row = eventCode(code);
      if (!row) throw new Error(`There is no code ${code}.`);
      return row.compile(toParams(params), model);
    });
    const due = watchTheClock(zone, schedules);
    const { triggered, missed } = runTheYear(zone, rules, stops);

    const isDown = (moment: number): boolean => stops.some(({ from, to }) => moment >= from && moment <= to);
    const expected = [...due.values()].map((moments) => [...moments].filter((at) => at < TO && !isDown(at)));
    const atMinute = triggered.map((moments) => moments.map((at) => Math.floor(at / MINUTE) * MINUTE));
    expect(atMinute).toEqual(expected);
    expect(missed).toEqual([]);
    expect(expected.flat().length).toBeGreaterThan(20_000);
    expect([...due.values()].flatMap((moments) => [...moments]).filter(isDown).length).toBeGreaterThan(50);
  }, 60_000);
});
