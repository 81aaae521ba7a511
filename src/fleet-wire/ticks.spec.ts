import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../readings-format/bytes.js';
import { decodeMinute, encodeMinute, SWITCH_STATES, type Minute } from './minute.js';
import { SeriesList, WireError } from './readings.js';
import { TickDecoder, TickEncoder } from './ticks.js';

const CODES = [1, 2, 4, 7, 8, 99];
const someSeries = fc.array(fc.constantFrom(...CODES), { maxLength: 30 }).map((codes) => new SeriesList(codes));

/** Values of a meter, unknown ones, and odd ones. */
const aValue = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -1e5, max: 1e5, noNaN: true }) },
  { weight: 2, arbitrary: fc.constantFrom(0, -0, 230.12, 1e9) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -Infinity, 1e300) },
);
/** Seconds of readings in which most of them stay as they were. */
const seconds = (series: SeriesList) =>
  fc
    .array(
      fc.array(fc.option(aValue, { nil: undefined, freq: 3 }), { minLength: series.length, maxLength: series.length }),
      {
        minLength: 1,
        maxLength: 40,
      },
    )
    .map((changes) => {
      const now = new Array<number>(series.length).fill(NaN);
      return changes.map((values) => {
        values.forEach((value, i) => (now[i] = value ?? now[i] ?? NaN));
        return Float64Array.from(now);
      });
    });
const recorded = someSeries.chain((series) => seconds(series).map((readings) => ({ series, readings })));

/** The values to the digit that is sent. */
const sent = (values: Float64Array, series: SeriesList): number[] =>
  Array.from(values, (value, i) => series.fromWhole(i, series.toWhole(i, value)));

describe('ticks', () => {
  it('show each reading as it was measured, to the digit of the meter', () => {
    fc.assert(
      fc.property(recorded, ({ series, readings }) => {
        const encoder = new TickEncoder(series, 1);
        const decoder = new TickDecoder(series);
        for (const values of readings) {
          expect(decoder.decode(encoder.encode(values))).toBe('shown');
          expect(Array.from(decoder.values ?? [])).toEqual(sent(values, series));
        }
      }),
    );
  });

  it('show only what was measured together, whichever frames are lost, doubled, or come in another order', () => {
    const aFate = fc.record({
      lost: fc.boolean(),
      copies: fc.integer({ min: 1, max: 3 }),
      delay: fc.nat(4),
      asks: fc.boolean(),
    });
    fc.assert(
      fc.property(
        recorded,
        fc.array(aFate, { minLength: 40, maxLength: 40 }),
        fc.nat(40),
        ({ series, readings }, fates, restart) => {
          let encoder = new TickEncoder(series, 1);
          const decoder = new TickDecoder(series);
          const measured = new Map<string, number[]>();
          const underWay: { readonly at: number; readonly frame: Buffer }[] = [];
          let [run, sequence] = [1, 0];
          readings.forEach((values, second) => {
            if (second === restart) [encoder, run, sequence] = [new TickEncoder(series, 2), 2, 0];
            const frame = encoder.encode(values);
            measured.set(`${run}/${++sequence}`, sent(values, series));
            const { lost, copies, delay, asks } = fates[second] ?? { lost: false, copies: 1, delay: 0, asks: false };
            if (!lost) for (let copy = 0; copy < copies; copy++) underWay.push({ at: second + delay * copy, frame });
            for (const { frame: come } of underWay.filter(({ at }) => at === second)) {
              const before = decoder.position;
              const result = decoder.decode(come);
              const { run: shownRun, sequence: shown } = decoder.position;
              if (result !== 'shown') expect(decoder.position).toEqual(before);
              if (shown > 0) expect(Array.from(decoder.values ?? [])).toEqual(measured.get(`${shownRun}/${shown}`));
              if (result === 'missing' && asks) encoder.restart();
            }
          });
          // A key frame mends whatever has happened.
          encoder.restart();
          const last = readings.at(-1) ?? new Float64Array();
          expect(decoder.decode(encoder.encode(last))).toBe('shown');
          expect(Array.from(decoder.values ?? [])).toEqual(sent(last, series));
        },
      ),
    );
  });

  it('begin again with all values within a minute, for a reader whose request is lost', () => {
    const series = new SeriesList([1, 2]);
    const encoder = new TickEncoder(series, 1);
    const decoder = new TickDecoder(series);
    encoder.encode(Float64Array.of(1, 230)); // the reader comes later
    const results = Array.from({ length: 61 }, (_, i) => decoder.decode(encoder.encode(Float64Array.of(i, 230))));
    expect([results.filter((result) => result === 'missing').length, results.at(-1)]).toEqual([60, 'shown']);
  });

  it('of an older run never take the place of a newer one', () => {
    const series = new SeriesList([1]);
    const [before, after] = [new TickEncoder(series, 7), new TickEncoder(series, 8)];
    const decoder = new TickDecoder(series);
    const late = before.encode(Float64Array.of(1));
    expect(decoder.decode(after.encode(Float64Array.of(2)))).toBe('shown');
    expect([decoder.decode(late), Array.from(decoder.values ?? [])]).toEqual(['late', [2]]);
  });

  it('of any bytes are refused or shown, and what was shown before stays when they are refused', () => {
    fc.assert(
      fc.property(recorded, fc.uint8Array({ maxLength: 40 }), fc.nat(60), ({ series, readings }, noise, at) => {
        const encoder = new TickEncoder(series, 1);
        const decoder = new TickDecoder(series);
        decoder.decode(encoder.encode(readings[0] ?? new Float64Array()));
        const before = Array.from(decoder.values ?? []);
        const frame = encoder.encode(readings.at(-1) ?? new Float64Array());
        frame.set(noise.subarray(0, Math.max(0, frame.length - at)), Math.min(at, frame.length));
        let result = 'refused';
        try {
          result = decoder.decode(frame);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
        if (result !== 'shown') expect(Array.from(decoder.values ?? [])).toEqual(before);
      }),
    );
  });

  it('of 48 outlets are small: a key frame below 700 bytes, a quiet second below 50', () => {
    const series = new SeriesList(Array.from({ length: 282 }, (_, i) => [1, 2, 4, 7, 8][i % 5] ?? 1));
    const encoder = new TickEncoder(series, 1);
    const values = Float64Array.from({ length: 282 }, (_, i) => [1.234, 230.1, 270.5, 0.98, 1234.5678][i % 5] ?? 0);
    expect(encoder.encode(values).length).toBeLessThan(700);
    expect(encoder.encode(values.with(3, 0.97)).length).toBeLessThan(50);
  });
});

describe('a minute', () => {
  const aMinute = someSeries.chain((series) =>
    fc
      .record({
        minute: fc.nat(2 ** 31),
        values: fc.array(fc.tuple(aValue, fc.double({ min: 0, max: 1e4, noNaN: true })), {
          minLength: series.length,
          maxLength: series.length,
        }),
        relays: fc.array(fc.constantFrom(...SWITCH_STATES), { maxLength: 60 }),
        breakers: fc.array(fc.constantFrom(...SWITCH_STATES), { maxLength: 20 }),
      })
      .map(({ values, ...rest }) => ({
        series,
        minute: {
          ...rest,
          means: Float64Array.from(values, ([mean]) => mean),
          peaks: Float64Array.from(values, ([mean, above]) => mean + above),
        } satisfies Minute,
      })),
  );

  it('is read as it was measured, to the digit of the meter', () => {
    fc.assert(
      fc.property(aMinute, ({ series, minute }) => {
        const read = decodeMinute(encodeMinute(minute, series), series);
        expect([read.minute, read.relays, read.breakers]).toEqual([minute.minute, minute.relays, minute.breakers]);
        expect(Array.from(read.means)).toEqual(sent(minute.means, series));
        read.peaks.forEach((peak, i) => {
          const mean = read.means[i] ?? NaN;
          if (mean !== mean) expect(peak).toBeNaN();
          else expect(peak >= mean).toBe(true);
        });
      }),
    );
  });

  it('that is damaged is refused or read, but never endlessly', () => {
    fc.assert(
      fc.property(aMinute, fc.uint8Array({ maxLength: 40 }), fc.nat(100), ({ series, minute }, noise, at) => {
        const bytes = encodeMinute(minute, series);
        bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
        try {
          decodeMinute(bytes, series);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
    );
  });

  it('with more states than a PDU has parts is refused before they are read', () => {
    const count = 100_000;
    const bytes = Buffer.concat([Buffer.of(1, 1, 0, 0, 0, 0), new ByteWriter().number(8 * count).bytes()]);
    const message = Buffer.concat([bytes, Buffer.alloc(count), Buffer.of(0)]);
    expect(() => decodeMinute(message, new SeriesList([1]))).toThrow('more states');
  });

  it('of another PDU, or cut short, is refused', () => {
    const series = new SeriesList([1, 2]);
    const bytes = encodeMinute(
      { minute: 1, means: Float64Array.of(1, 2), peaks: Float64Array.of(1, 2), relays: ['on'], breakers: [] },
      series,
    );
    expect(() => decodeMinute(bytes.subarray(0, -1), series)).toThrow();
    expect(() => decodeMinute(Buffer.concat([bytes, Buffer.from([0])]), series)).toThrow('more bytes');
  });
});
