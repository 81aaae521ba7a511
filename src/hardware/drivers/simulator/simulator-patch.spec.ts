import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aSimulator } from '../../../../test/support/hardware/simulator.js';
import type { JsonObject } from '../../../common/body.js';
import { ApiError } from '../../../common/errors.js';
import { readPatch } from './simulator-patch.js';
import { simulatorView } from './simulator.view.js';

const loadIn = (twin: string): number =>
  (JSON.parse(twin) as { outlets: Record<string, { loadAmps: number }> }).outlets['2-1200578']?.loadAmps ?? NaN;

/** A simulated PDU with functions that patch and show it. */
async function aTwin(model = 'single-phase-16') {
  const { driver } = await aSimulator({ model });
  const view = () => simulatorView(driver.model, driver.seed, driver.currentState());
  return {
    view,
    patch: async (body: JsonObject) => {
      await driver.change((pdu) => readPatch(driver.model, pdu, body).apply());
      return view();
    },
  };
}

async function refusalOf(body: JsonObject, model?: string): Promise<ApiError> {
  const twin = await aTwin(model);
  const before = twin.view();
  const error: unknown = await twin.patch(body).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(twin.view()).toEqual(before);
  if (!(error instanceof ApiError)) throw new Error('nothing was refused');
  return error;
}

describe('a patch of the simulator', () => {
  it('takes the whole example of the contract', async () => {
    const { patch } = await aTwin();
    const example = {
      inlets: { 'I1-1000036': { powered: true, voltage: 121, frequency: 59.9 } },
      banks: { '1200578': { breakerClosed: false } },
      outlets: { '1-1200578': { loadAmps: 1.5, powerFactor: 0.95, relayStuck: true } },
      sensors: {
        A: { connected: true, temperatureC: -3.5, humidity: 41 },
        B: { connected: false, digitalInputs: { '1': 'HI' }, userSwitch: true },
      },
      bus: { failing: true, latencyMs: 10 },
    };
    expect(await patch(example)).toMatchObject(example);
  });

  it('leaves unnamed members unchanged', async () => {
    const { view, patch } = await aTwin();
    const before = JSON.stringify(view());
    const changed = await patch({ outlets: { '2-1200578': { loadAmps: 0.01 } } });
    expect(changed.outlets['2-1200578']?.loadAmps).toBe(0.01);
    const back = await patch({ outlets: { '2-1200578': { loadAmps: loadIn(before) } } });
    expect(JSON.stringify(back)).toBe(before);
  });

  it.each([
    'single-phase-16',
    'three-phase-36',
    'ats-8',
    'dual-circuit-16',
    'switched-8',
    'metered-24',
    'inlet-metered',
  ])('may be the whole response for %s, and then changes nothing', async (model) => {
    const { view, patch } = await aTwin(model);
    const before = JSON.parse(JSON.stringify(view())) as JsonObject;
    expect(JSON.parse(JSON.stringify(await patch(before)))).toEqual(before);
  });

  it('takes indexes, numbers as text, words in any case and flags as 0 and 1', async () => {
    const { patch } = await aTwin();
    const twin = await patch({
      outlets: { '3': { loadAmps: '2.5', relayStuck: 1 } },
      sensors: { B: { digitalInputs: { 6: 'hi' }, userSwitch: 'TRUE' } },
    });
    expect(twin.outlets['3-1200578']).toMatchObject({ loadAmps: 2.5, relayStuck: true });
    expect(twin.sensors.B).toMatchObject({ digitalInputs: { '1': 'LO', '6': 'HI' }, userSwitch: true });
  });

  it('names every id and value that is wrong and then changes nothing at all', async () => {
    const error = await refusalOf({
      inlets: { 'I1-1000036': { voltage: 0 }, 'I9-1': { powered: false } },
      banks: { '7': {} },
      outlets: { '1-1200578': { loadAmps: -1, powerFactor: 1.1, relayStuck: 'maybe' }, '99': {} },
      sensors: { C: {}, A: { temperatureC: null, digitalInputs: {} }, B: { digitalInputs: { '7': 'HI' } } },
      bus: { latencyMs: 60_001 },
    });
    expect([error.status, error.code]).toEqual([422, 'VALIDATION_FAILED']);
    expect(error.details?.map(({ message }) => message)).toEqual([
      'inlets.I9-1 is not part of this model.',
      'banks.7 is not part of this model.',
      'outlets.99 is not part of this model.',
      'outlets.1-1200578.loadAmps must be a number from 0 to 1000.',
      'outlets.1-1200578.powerFactor must be a number from 0 to 1.',
      'outlets.1-1200578.relayStuck must be true or false.',
      'sensors.C is not part of this model.',
      'sensors.A.temperatureC must be a number from -55 to 125.',
      'sensors.A.digitalInputs cannot be set on a temperature and humidity sensor.',
      'sensors.B.digitalInputs must give inputs by index, 1 to 6, each "HI" or "LO".',
      'bus.latencyMs must be a number from 0 to 60000.',
    ]);
  });

  it.each<[JsonObject, string]>([
    [{ outlets: [] }, 'outlets must be an object.'],
    [{ bus: null }, 'bus must be an object.'],
    [{ outlets: { '1': 5 } }, 'outlets.1 must be an object.'],
  ])('%j is refused: %s', async (body, message) => {
    expect((await refusalOf(body)).message).toBe(message);
  });

  it('without any part is refused', async () => {
    expect((await refusalOf({})).code).toBe('NOTHING_TO_CHANGE');
    expect((await refusalOf({ colour: 'blue' })).code).toBe('NOTHING_TO_CHANGE');
  });

  it('knows which models have no breaker and no relay', async () => {
    expect((await refusalOf({ banks: { '1200667': { breakerClosed: false } } }, 'switched-8')).message).toMatch(
      /without a breaker/,
    );
    expect((await refusalOf({ outlets: { '1': { relayStuck: true } } }, 'metered-24')).message).toMatch(
      /without a relay/,
    );
  });

  it('that frees a stuck relay lets its contact follow', async () => {
    const { driver, switch: turn } = await aSimulator();
    const patch = (body: JsonObject) => driver.change((pdu) => readPatch(driver.model, pdu, body).apply());
    await patch({ outlets: { '1': { relayStuck: true } } });
    await turn(1, 'OFF');
    expect(driver.currentState().outlets[0]).toMatchObject({ state: 'OFF', contact: 'ON' });
    await patch({ outlets: { '1': { relayStuck: false } } });
    expect(driver.currentState().outlets[0]).toMatchObject({ state: 'OFF', contact: 'OFF' });
  });

  it('of any content is taken or refused, and never half', async () => {
    const part = fc.constantFrom('inlets', 'banks', 'outlets', 'relayOutputs', 'sensors', 'bus');
    const id = fc.constantFrom(
      'I1-1000036',
      '1200578',
      '1',
      '1-1200578',
      'A',
      'B',
      'R1-1000036',
      '__proto__',
      'toString',
    );
    const member = fc.constantFrom(
      'powered',
      'voltage',
      'loadAmps',
      'digitalInputs',
      'connected',
      'failing',
      'constructor',
    );
    const body = fc.dictionary(
      part,
      fc.oneof(fc.jsonValue(), fc.dictionary(id, fc.dictionary(member, fc.jsonValue()))),
    );
    await fc.assert(
      fc.asyncProperty(body, async (patch) => {
        const twin = await aTwin();
        const before = twin.view();
        try {
          await twin.patch(patch);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect(twin.view()).toEqual(before);
        }
      }),
    );
  });
});
