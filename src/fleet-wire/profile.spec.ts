import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MEASURE_NAMES, measureOf } from '../readings-format/measures.js';
import { decodeProfile, encodeProfile, MAX_PROFILE_BYTES, profileHash, seriesListOf, type Profile } from './profile.js';
import { WireError } from './readings.js';

const anId = fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/);
const aName = fc.stringMatching(/^[A-Za-z0-9äöüß ]{1,100}$/).filter((text) => text.trim() !== '');
const parts = fc.uniqueArray(fc.record({ id: anId, name: aName }), { selector: ({ id }) => id, maxLength: 6 });
const aQuantity = fc
  .constantFrom(...MEASURE_NAMES)
  .map((quantity) => ({ quantity, measure: measureOf(quantity).code }));
/** One of a later release. */
const aLaterQuantity = fc.record({
  quantity: fc.constant('luminance'),
  measure: fc.integer({ min: 100, max: 0xffff }),
});
const someSeries = fc.uniqueArray(
  fc.tuple(anId, fc.oneof(aQuantity, aLaterQuantity)).map(([object, rest]) => ({ object, ...rest })),
  { selector: ({ object, measure }) => `${object} ${measure}`, maxLength: 30 },
);
const aProfile: fc.Arbitrary<Profile> = fc
  .record({ model: anId, inlets: parts, banks: parts, outlets: parts, series: someSeries, bank: fc.nat() })
  .chain((rest) => fc.record({ rest: fc.constant(rest), lines: fc.option(parts), sensors: fc.option(parts) }))
  .map(({ rest: { bank, ...rest }, lines, sensors }) => ({
    ...rest,
    ...(lines && { inlets: rest.inlets.map((inlet, i) => (i === 0 ? { ...inlet, lines } : inlet)) }),
    ...(sensors && { sensors }),
    outlets:
      rest.banks.length === 0 ? [] : rest.outlets.map((outlet, i) => ({ ...outlet, bank: bankOf(rest, bank + i) })),
  }));
const bankOf = ({ banks }: Pick<Profile, 'banks'>, i: number) => banks[i % banks.length]?.id ?? '';

const encoded = (value: unknown) => Buffer.from(JSON.stringify({ v: 1, ...(value as object) }));
const RACK: Profile = {
  model: 'single-phase-16',
  inlets: [{ id: 'I1-1', name: 'Inlet 1' }],
  banks: [{ id: '12', name: 'Bank 1' }],
  outlets: [{ id: '1-12', name: 'Router', bank: '12' }],
  series: [{ object: '1-12', quantity: 'current', measure: 1 }],
};

describe('a profile', () => {
  it('is read as it was written, and has the same hash at both ends', () => {
    fc.assert(
      fc.property(aProfile, (profile) => {
        const bytes = encodeProfile(profile);
        const read = decodeProfile(bytes);
        expect(read).toEqual(profile);
        expect(profileHash(encodeProfile(read))).toBe(profileHash(bytes));
        expect(seriesListOf(read).measures).toEqual(profile.series.map(({ measure }) => measure));
      }),
    );
  });

  it('has another hash with another name, and the form that a hello requires', () => {
    const renamed = { ...RACK, outlets: [{ id: '1-12', name: 'Switch', bank: '12' }] };
    expect(profileHash(encodeProfile(RACK))).not.toBe(profileHash(encodeProfile(renamed)));
    expect(profileHash(encodeProfile(RACK))).toMatch(/^[0-9a-f]{32}$/);
  });

  it('of a later release is read without what this one does not know', () => {
    expect(decodeProfile(encoded({ ...RACK, colour: 'black' }))).toEqual(RACK);
  });

  it.each<[string, unknown]>([
    ['without outlets', { ...RACK, outlets: undefined }],
    ['with an outlet of no bank', { ...RACK, outlets: [{ id: '1-12', name: 'Router', bank: '13' }] }],
    ['with an outlet twice', { ...RACK, outlets: [...RACK.outlets, ...RACK.outlets] }],
    ['with a series twice', { ...RACK, series: [...RACK.series, ...RACK.series] }],
    [
      'with the measure of another quantity',
      { ...RACK, series: [{ object: '1-12', quantity: 'current', measure: 2 }] },
    ],
    ['with a known measure of an unknown quantity', { ...RACK, series: [{ object: '1', quantity: 'x', measure: 2 }] }],
    ['with an invisible name', { ...RACK, inlets: [{ id: 'I1-1', name: 'a\u202eb' }] }],
    ['with a number as a text', { ...RACK, series: [{ object: '1-12', quantity: 'current', measure: '1' }] }],
    [
      'with a line twice',
      {
        ...RACK,
        inlets: [
          {
            ...RACK.inlets[0],
            lines: [
              { id: 'L1', name: 'L1' },
              { id: 'L1', name: 'L2' },
            ],
          },
        ],
      },
    ],
    [
      'with a sensor twice',
      {
        ...RACK,
        sensors: [
          { id: 'SA-1', name: 'A' },
          { id: 'SA-1', name: 'B' },
        ],
      },
    ],
    ['of another version', { ...RACK, v: 2 }],
  ])('%s is refused', (_, value) => {
    expect(() => decodeProfile(encoded(value))).toThrow(WireError);
  });

  it('of any bytes is refused or read, and refused when it is endless', () => {
    fc.assert(
      fc.property(aProfile, fc.uint8Array({ maxLength: 40 }), fc.nat(300), (profile, noise, at) => {
        const bytes = encodeProfile(profile);
        bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
        try {
          decodeProfile(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
    );
    expect(() => decodeProfile(Buffer.alloc(MAX_PROFILE_BYTES + 1, ' '))).toThrow(WireError);
  });
});
