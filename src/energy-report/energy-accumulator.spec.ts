import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { zoneOf } from '../common/calendar.js';
import { PowerDay, type PowerSlot } from '../history/power-day.js';
import { NO_TARIFF, TARIFF, type Tariff } from '../settings/tariff.js';
import { EnergyAccumulator } from './energy-accumulator.js';
import { Timeline, type Step } from './timeline.js';

const START = Date.parse('2026-03-02T00:00:00Z') / 1000;
const MAX_WATTS = 5000;
const FOREVER = 1e11;

const at = (text: string): number => Date.parse(text) / 1000;

interface Options {
  readonly from?: number;
  readonly to: number;
  readonly step?: Step;
  readonly zone?: string;
  readonly tariff?: Tariff;
}

const timelineOf = ({ from = START, to, step = 'total', zone = 'UTC', tariff = NO_TARIFF }: Options) =>
  Timeline.of({ from, to, step, zone: zoneOf(zone), tariff });

async function sumsOf(slots: readonly PowerSlot[], options: Options) {
  const accumulator = new EnergyAccumulator(await timelineOf(options), MAX_WATTS, FOREVER);
  for (const slot of slots) accumulator.add(slot);
  accumulator.end();
  return accumulator.sums;
}

/** A slot of a minute with readings of the counter and the power. */
const minute = (place: number, first: number, last: number, watts = (last - first) * 60_000): PowerSlot => ({
  begin: START + place * 60,
  step: 60,
  counts: 60,
  first,
  last,
  powers: 60,
  mean: watts,
  peak: watts,
});

/** A day that begins at `begin` with these slots of a minute. */
function dayOf(begin: number, slots: readonly PowerSlot[]): PowerDay {
  const day = new PowerDay(1440, 60).clear(begin);
  for (const each of slots) {
    const slot = (each.begin - begin) / 60;
    day.steps[slot] = each.step;
    [day.counts[slot], day.first[slot], day.last[slot]] = [each.counts, each.first, each.last];
    [day.powers[slot], day.means[slot], day.peaks[slot]] = [each.powers, each.mean, each.peak];
  }
  return day;
}

const rounded = (value: number | undefined): number => Math.round((value ?? NaN) * 1e6) / 1e6;
const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

describe('the energy of an object', () => {
  it('is the rise of its counter, from the end of one slot to the end of the next', async () => {
    const sums = await sumsOf([minute(0, 10, 10.01), minute(1, 10.011, 10.02)], { to: START + 120 });
    expect(rounded(sums.kWh[0])).toBe(0.02);
    expect(sums.covered[0]).toBe(120);
  });

  it('includes what the meter counted while the controller did not run, and that time counts as measured', async () => {
    const sums = await sumsOf([minute(0, 10, 10.01), minute(60, 10.61, 10.62)], { to: START + 61 * 60 });
    expect(rounded(sums.kWh[0])).toBe(0.62);
    expect(sums.covered[0]).toBe(61 * 60);
  });

  it('has the share of a gap that is within the time', async () => {
    const slots = [minute(0, 10, 10), minute(121, 12, 12)];
    const sums = await sumsOf(slots, { from: START + 61 * 60, to: START + 91 * 60 });
    expect(rounded(sums.kWh[0])).toBe(0.5);
    expect(sums.covered[0]).toBe(30 * 60);
  });

  it('does not include the gap before a counter that began again, nor its reading', async () => {
    const sums = await sumsOf([minute(0, 500, 500.01), minute(60, 3, 3.01)], { to: START + 61 * 60 });
    expect(rounded(sums.kWh[0])).toBe(0.02);
    expect(sums.covered[0]).toBe(120);
  });

  it('comes from the power in the slot in which the counter began again', async () => {
    const mixed = { ...minute(1, 0, 500.012), mean: 600, peak: 600 };
    const sums = await sumsOf([minute(0, 500, 500.01), mixed, minute(2, 0.005, 0.015)], { to: START + 180 });
    expect(rounded(sums.kWh[0])).toBe(0.03);
    expect(sums.covered[0]).toBe(180);
  });

  it('does not include the reading of a new meter that is higher than the old one', async () => {
    const sums = await sumsOf([minute(0, 5, 5.01), minute(1, 9000, 9000.01)], { to: START + 120 });
    expect(rounded(sums.kWh[0])).toBe(0.02);
  });

  it('comes from the power of an object without a counter', async () => {
    const slot: PowerSlot = { ...minute(0, 0, 0, 300), counts: 0, powers: 30 };
    const sums = await sumsOf([slot], { to: START + 60 });
    expect(rounded(sums.kWh[0])).toBe(0.0025);
    expect(sums.covered[0]).toBe(30);
  });

  it('is not counted by power as well where the counter spans the time', async () => {
    const power: PowerSlot = { ...minute(1, 0, 0, 600), counts: 0 };
    const sums = await sumsOf([minute(0, 10, 10.01), power, minute(2, 10.02, 10.03)], { to: START + 180 });
    expect(rounded(sums.kWh[0])).toBe(0.03);
    expect(sums.covered[0]).toBe(180);
  });

  it('has the highest power and its time', async () => {
    const slots = [minute(0, 0, 0.01), minute(1, 0.01, 0.03), minute(2, 0.03, 0.04)];
    const sums = await sumsOf(slots, { to: START + 180 });
    expect([rounded(sums.peaks[0]), sums.peakTimes[0]]).toEqual([1200, START + 60]);
  });

  /** A meter, read once a second, that may begin again, and a controller that may not run. */
  const stretch = fc.record({
    seconds: fc.integer({ min: 1, max: 400 }),
    watts: fc.integer({ min: 0, max: 4000 }),
    happens: fc.constantFrom('nothing', 'nothing', 'gap', 'reset', 'reset in a gap'),
  });

  it('is the same for a whole day as for its slots one by one', async () => {
    const rise = fc.oneof(
      { weight: 20, arbitrary: fc.double({ min: 0, max: 0.08, noNaN: true }) },
      fc.constantFrom(-50, -0.00005, 0, 40),
    );
    const slot = fc.record({
      isMissing: fc.nat(20).map((each) => each === 0),
      hasCounter: fc.nat(12).map((each) => each > 0),
      hasPower: fc.nat(12).map((each) => each > 0),
      before: rise,
      during: rise,
      watts: fc.integer({ min: 0, max: MAX_WATTS }),
    });
    const night = { name: 'Night', perKWh: 0.2, days: [0, 1, 2, 3, 4, 5, 6], from: '00:17', to: '01:40' };
    const tariff: Tariff = { ...NO_TARIFF, rates: [night], defaultPerKWh: 0.3 };
    const timeline = await timelineOf({ from: START + 300, to: START + 86_400, tariff });
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 200 }), fc.nat(200), (run, newest) => {
        let counter = 100;
        const slots = run.flatMap(({ isMissing, hasCounter, hasPower, before, during, watts }, place) => {
          const first = (counter = Math.max(0, counter + before));
          const last = (counter += Math.abs(during));
          if (isMissing || !(hasCounter || hasPower)) return [];
          return [
            {
              ...minute(place, first, last, watts),
              ...(!hasCounter && { counts: 0 }),
              ...(!hasPower && { powers: 0 }),
            },
          ];
        });
        const now = START + newest * 60 + 30;
        const [whole, single] = [0, 1].map(() => new EnergyAccumulator(timeline, MAX_WATTS, now));
        whole?.addDay(dayOf(START, slots));
        for (const each of slots) single?.add(each);
        for (const accumulator of [whole, single]) accumulator?.end();
        for (const values of ['kWh', 'cost', 'covered', 'peaks', 'peakTimes'] as const) {
          expect(whole?.sums[values][0]).toBeCloseTo(single?.sums[values][0] ?? NaN, 6);
        }
      }),
    );
  });

  it('is never more than was used, whatever restarts and resets there were, and all of it without resets', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stretch, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(60, 900),
        async (run, step) => {
          const slots = new Map<number, { -readonly [Key in keyof PowerSlot]: PowerSlot[Key] }>();
          let [now, counter, used, first] = [START, 0, 0, -1];
          let usedAtFirst = 0;
          let usedAtLast = 0;
          let missed = 0; // in the first slot
          let resets = 0;
          for (const { seconds, watts, happens } of run) {
            const middle = Math.floor(seconds / 2);
            for (let second = 0; second < seconds; second++, now++) {
              counter += watts / 3_600_000;
              used += watts / 3_600_000;
              if (happens.startsWith('reset') && second === middle) {
                counter = 0;
                resets++;
              }
              if (happens.endsWith('gap')) {
                if (first >= 0 && now - (now % step) === first - (first % step)) missed += watts / 3_600_000;
                continue;
              }
              const reading = Math.round(counter * 10_000) / 10_000;
              const begin = now - (now % step);
              const slot = slots.get(begin);
              if (first < 0) [first, usedAtFirst] = [now, used];
              usedAtLast = used;
              if (!slot) {
                slots.set(begin, {
                  begin,
                  step,
                  counts: 1,
                  first: reading,
                  last: reading,
                  powers: 1,
                  mean: watts,
                  peak: watts,
                });
                continue;
              }
              slot.counts++;
              slot.first = Math.min(slot.first, reading);
              slot.last = Math.max(slot.last, reading);
              slot.mean = (slot.mean * slot.powers + watts) / (slot.powers + 1);
              slot.powers++;
              slot.peak = Math.max(slot.peak, watts);
            }
          }
          const to = Math.ceil(now / 900) * 900;
          const { kWh, covered } = await sumsOf([...slots.values()], { to, step: 'day' });
          // A counter is stored in steps of 0.1 Wh.
          expect(total(kWh)).toBeLessThanOrEqual(used + 0.0003 * (1 + resets));
          expect(total(covered)).toBeLessThanOrEqual(to - START);
          if (resets === 0) expect(total(kWh)).toBeGreaterThan(usedAtLast - usedAtFirst - missed - 0.003);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const RATES: Tariff = (() => {
  const read = TARIFF({
    currency: 'EUR',
    defaultPerKWh: 0.3,
    rates: [
      { name: 'Night', perKWh: 0.1, days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '02:25' },
      { name: 'Peak', perKWh: 0.7, days: [1, 2, 3, 4, 5], from: '07:05', to: '09:00' },
      { name: 'Sunday', perKWh: 0.2, days: [0], from: '02:25', to: '22:00' },
    ],
  });
  if ('wrong' in read) throw new Error(read.wrong);
  return read.value;
})();

/** The price at a moment, by the formatter of the platform and the rules of the tariff, independently of the calendar. */
function naivePrice(formatter: Intl.DateTimeFormat, second: number): number {
  const parts = Object.fromEntries(formatter.formatToParts(second * 1000).map(({ type, value }) => [type, value]));
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(parts['weekday'] ?? '');
  const time = `${parts['hour']}:${parts['minute']}`;
  for (const { days, from, to, perKWh } of RATES.rates) {
    if (
      from < to
        ? days.includes(day) && time >= from && time < to
        : time >= from
          ? days.includes(day)
          : time < to && days.includes((day + 6) % 7)
    ) {
      return perKWh;
    }
  }
  return 0.3;
}

const ZONES = [
  ['Europe/Vienna', '2026-03-28T23:00:00Z', 23],
  ['Europe/Vienna', '2026-10-24T22:00:00Z', 25],
  ['America/New_York', '2026-03-08T05:00:00Z', 23],
  ['America/New_York', '2026-11-01T04:00:00Z', 25],
  ['Australia/Lord_Howe', '2026-10-03T13:30:00Z', 23.5],
  ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
  ['America/St_Johns', '2026-03-08T03:30:00Z', 23],
  ['Asia/Kolkata', '2026-03-01T18:30:00Z', 24],
] as const;

describe('the price of a minute', () => {
  it.each(ZONES)('follows its rate in %s on the day from %s, which has %d hours', async (zone, begin, hours) => {
    const from = at(begin) - 86_400;
    const to = from + 3 * 86_400;
    const formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    const slots: PowerSlot[] = [];
    let cost = 0;
    let counter = 100;
    for (let second = from; second < to; second += 60) {
      const watts = 100 + ((second / 60) % 1440) * 2;
      slots.push({
        begin: second,
        step: 60,
        counts: 60,
        first: counter,
        last: counter + watts / 60_000,
        powers: 60,
        mean: watts,
        peak: watts,
      });
      counter += watts / 60_000;
      const price = naivePrice(formatter, second);
      for (let each = 0; each < 60; each++) cost += (watts / 3_600_000) * price;
    }
    const sums = await sumsOf(slots, { from, to, zone, tariff: RATES, step: 'day' });
    expect(Math.abs(total(sums.cost) - cost)).toBeLessThan(1e-6);
    const { periods } = await timelineOf({ from, to, zone, step: 'day' });
    const day = periods.find((period) => period.from === at(begin));
    expect(day && (day.to - day.from) / 3600).toBe(hours);
  });
});

describe('a year', () => {
  it.each(['Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/St_Johns'])(
    'costs the sum of its days, weeks and months in %s',
    async (zone) => {
      const from = at('2026-01-01T00:00:00Z') - zoneOf(zone).offsetAt(Date.parse('2026-01-01T00:00:00Z')) / 1000;
      const to = from + 365 * 86_400;
      let counter = 0;
      const slots: PowerSlot[] = [];
      for (let begin = from - (from % 900); begin < to; begin += 900) {
        const kWh = 0.1 + ((begin / 900) % 7) / 20;
        if ((begin / 900) % 501 > 20) {
          slots.push({
            begin,
            step: 900,
            counts: 900,
            first: counter,
            last: counter + kWh,
            powers: 900,
            mean: kWh * 4000,
            peak: kWh * 4000,
          });
        }
        counter += kWh;
      }
      const year = await sumsOf(slots, { from, to, zone, tariff: RATES });
      expect(year.cost).toHaveLength(1);
      for (const [step, count] of [
        ['day', 365],
        ['week', 53],
        ['month', 12],
      ] as const) {
        const parts = await sumsOf(slots, { from, to, zone, tariff: RATES, step });
        expect(parts.cost).toHaveLength(count);
        expect(Math.abs(total(parts.cost) - (year.cost[0] ?? NaN))).toBeLessThan(1e-6);
        expect(Math.abs(total(parts.kWh) - (year.kWh[0] ?? NaN))).toBeLessThan(1e-6);
        expect(Math.abs(total(parts.covered) - (year.covered[0] ?? NaN))).toBeLessThan(1e-3);
      }
      // Each day by itself, as a report of that day alone has it.
      const { periods } = await timelineOf({ from, to, zone, step: 'day' });
      let days = 0;
      for (const { from: begin, to: end } of periods.filter((_, place) => place % 7 === 0)) {
        const near = slots.filter((slot) => slot.begin > begin - 86_400 && slot.begin < end + 86_400);
        days += total((await sumsOf(near, { from: begin, to: end, zone, tariff: RATES })).cost);
      }
      const weekly = await sumsOf(slots, { from, to, zone, tariff: RATES, step: 'day' });
      const same = weekly.cost.filter((_, place) => place % 7 === 0);
      expect(Math.abs(days - total(same))).toBeLessThan(1e-6);
    },
  );
});
