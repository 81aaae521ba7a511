import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { zoneOf } from '../../../common/calendar.js';
import { loadProfile } from '../../profiles/index.js';
import { PduModel } from '../../profiles/pdu-model.js';
import { defaultPdu } from './default-pdu.js';
import { LoadPattern, shareOf, type RackOverTime, type Rhythm } from './load-pattern.js';

const model = new PduModel(loadProfile('single-phase-16'));
const MONDAY = Date.parse('2026-03-02T00:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const aRack = (more: Partial<RackOverTime> = {}): RackOverTime => ({
  loads: model.outlets.map(() => ({ amps: 2, powerFactor: 0.95, rhythm: 'officeHours' as const })),
  zone: zoneOf('UTC'),
  seed: 1,
  ...more,
});

/** Load of the first outlet and temperature of the first sensor. */
function measured(rack: RackOverTime, at: number) {
  const pdu = defaultPdu(model, 1);
  new LoadPattern(rack).apply(pdu, at);
  const [sensor] = pdu.sensors;
  return { load: pdu.outlets[0]?.loadAmps ?? 0, temperature: sensor?.kind === 'temp_hum' ? sensor.temperature : 0 };
}

describe('the load of an outlet', () => {
  it.each<[Rhythm, number, number]>([
    ['officeHours', MONDAY + 12 * HOUR, MONDAY + 3 * HOUR],
    ['officeHours', MONDAY + 12 * HOUR, MONDAY + 5 * DAY + 12 * HOUR],
    ['nightly', MONDAY + 2.5 * HOUR, MONDAY + 12 * HOUR],
  ])('with the rhythm %s is more than twice as high at one time as at another', (rhythm, high, low) => {
    expect(shareOf(rhythm, high)).toBeGreaterThan(2 * shareOf(rhythm, low));
  });

  it('that is steady does not follow the day', () => {
    expect(shareOf('steady', MONDAY + 12 * HOUR)).toBe(shareOf('steady', MONDAY + 3 * HOUR));
  });

  it('is never negative nor above its largest, at any time of any week', () => {
    const anyTime = fc.integer({ min: MONDAY, max: MONDAY + 400 * DAY });
    const anyRhythm = fc.constantFrom<Rhythm>('steady', 'officeHours', 'nightly');
    fc.assert(
      fc.property(anyTime, anyRhythm, fc.nat(1000), (at, rhythm, seed) => {
        const loads = [{ amps: 2, powerFactor: 0.95, rhythm }];
        const { load } = measured(aRack({ loads, seed }), at);
        expect(load).toBeGreaterThan(0);
        expect(load).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('is the same for the same seed and another for another', () => {
    const at = MONDAY + 9 * HOUR;
    expect(measured(aRack(), at)).toEqual(measured(aRack(), at));
    expect(measured(aRack({ seed: 2 }), at).load).not.toBe(measured(aRack(), at).load);
  });

  it('follows the local time of the rack', () => {
    const at = MONDAY + 20 * HOUR;
    const inAmerica = measured(aRack({ zone: zoneOf('America/Los_Angeles') }), at).load;
    expect(inAmerica).toBeGreaterThan(1.5 * measured(aRack(), at).load);
  });

  it('that somebody has set stays as it was set, and the others go on', () => {
    const pdu = defaultPdu(model, 1);
    const pattern = new LoadPattern(aRack());
    pattern.apply(pdu, MONDAY);
    const [first, second] = pdu.outlets;
    if (first) first.loadAmps = 7;
    const before = second?.loadAmps;
    pattern.apply(pdu, MONDAY + 12 * HOUR);
    expect(first?.loadAmps).toBe(7);
    expect(second?.loadAmps).not.toBe(before);
  });
});

describe('the temperature', () => {
  it('is that of a cooled room, warmer in the afternoon than before dawn', () => {
    const [dawn, afternoon] = [3, 15].map((hour) => measured(aRack(), MONDAY + hour * HOUR).temperature) as [
      number,
      number,
    ];
    expect(dawn).toBeGreaterThan(18);
    expect(afternoon).toBeLessThan(26);
    expect(afternoon).toBeGreaterThan(dawn + 1);
  });

  it('rises above 35 °C while the cooling fails', () => {
    const warm = { from: MONDAY + 14 * HOUR, to: MONDAY + 15 * HOUR };
    expect(measured(aRack({ warm }), MONDAY + 14.5 * HOUR).temperature).toBeGreaterThan(35);
    expect(measured(aRack({ warm }), MONDAY + 15 * HOUR).temperature).toBeLessThan(26);
  });
});
