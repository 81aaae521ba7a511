import { describe, expect, it } from '@jest/globals';
import { aRack, modelOf, type Rack } from '../../../test/support/modules/event-rack.js';
import { toParams } from '../../actions/catalogue/row.js';
import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import { zoneOf } from '../../common/calendar.js';
import type { EvaluationContext } from '../engine/evaluation-context.js';
import { initialState, evaluate } from '../engine/rule-engine.js';
import { EVENT_CODES, eventCode } from './index.js';
import { readParams } from './read-params.js';
import type { EventRow } from './row.js';

/** The table of the specification, the four codes that the contract adds, and those of the controller itself. */
const TABLE: readonly (readonly [code: number, name: string, ...params: string[]])[] = [
  [12, 'AutoPing Timeout', 'target IP address', 'fails before action', 'network interface'],
  [13, 'Inlet Line Max Current Threshold', 'inlet line', 'amperage threshold', 'seconds past threshold'],
  [14, 'Inlet Line Min Current Threshold', 'inlet line', 'amperage threshold', 'seconds past threshold'],
  [15, 'Inlet Max Current Threshold', 'inlet id', 'amperage threshold', 'seconds past threshold'],
  [16, 'Inlet Min Current Threshold', 'inlet id', 'amperage threshold', 'seconds past threshold'],
  [17, 'Inlet Max Voltage Threshold', 'inlet id', 'voltage threshold', 'seconds past threshold'],
  [18, 'Inlet Min Voltage Threshold', 'inlet id', 'voltage threshold', 'seconds past threshold'],
  [19, 'Inlet Max Line Frequency Threshold', 'inlet id', 'line frequency threshold', 'seconds past threshold'],
  [20, 'Inlet Min Line Frequency Threshold', 'inlet id', 'line frequency threshold', 'seconds past threshold'],
  [21, 'Inlet Min Power Factor', 'inlet id', 'power factor threshold', 'seconds past threshold'],
  [22, 'Inlet Active Energy Accumulation Max', 'inlet id', 'kWh threshold'],
  [23, 'Inlet Max Active Power Threshold', 'inlet id', 'active power threshold', 'seconds past threshold'],
  [24, 'Inlet Min Active Power Threshold', 'inlet id', 'active power threshold', 'seconds past threshold'],
  [25, 'Inlet Max Apparent Power Threshold', 'inlet id', 'apparent power threshold', 'seconds past threshold'],
  [26, 'Inlet Min Apparent Power Threshold', 'inlet id', 'apparent power threshold', 'seconds past threshold'],
  [27, 'Inlet Max Reactive Power Threshold', 'inlet id', 'reactive power threshold', 'seconds past threshold'],
  [28, 'Inlet Min Reactive Power Threshold', 'inlet id', 'reactive power threshold', 'seconds past threshold'],
  [29, 'Inlet 3 Phase Imbalance', 'inlet id', 'percent imbalance threshold', 'seconds past threshold'],
  [30, 'Bank Circuit Breaker Trip', 'bank id'],
  [31, 'Bank Max Current Threshold', 'bank id', 'amperage threshold', 'seconds past threshold'],
  [32, 'Bank Min Current Threshold', 'bank id', 'amperage threshold', 'seconds past threshold'],
  [33, 'Bank Max Voltage Threshold', 'bank id', 'voltage threshold', 'seconds past threshold'],
  [34, 'Bank Min Voltage Threshold', 'bank id', 'voltage threshold', 'seconds past threshold'],
  [35, 'Bank Max Line Frequency Threshold', 'bank id', 'line frequency threshold', 'seconds past threshold'],
  [36, 'Bank Min Line Frequency Threshold', 'bank id', 'line frequency threshold', 'seconds past threshold'],
  [37, 'Bank Min Power Factor', 'bank id', 'power factor threshold', 'seconds past threshold'],
  [38, 'Bank Active Energy Accumulation Max', 'bank id', 'kWh threshold'],
  [39, 'Bank Max Active Power Threshold', 'bank id', 'active power threshold', 'seconds past threshold'],
  [40, 'Bank Min Active Power Threshold', 'bank id', 'active power threshold', 'seconds past threshold'],
  [41, 'Bank Max Apparent Power Threshold', 'bank id', 'apparent power threshold', 'seconds past threshold'],
  [42, 'Bank Min Apparent Power Threshold', 'bank id', 'apparent power threshold', 'seconds past threshold'],
  [43, 'Bank Max Reactive Power Threshold', 'bank id', 'reactive power threshold', 'seconds past threshold'],
  [44, 'Bank Min Reactive Power Threshold', 'bank id', 'reactive power threshold', 'seconds past threshold'],
  [45, 'Outlet Max Current Threshold', 'outlet id', 'amperage threshold', 'seconds past threshold'],
  [46, 'Outlet Min Current Threshold', 'outlet id', 'amperage threshold', 'seconds past threshold'],
  [49, 'Temperature Max Threshold', 'sensor id', 'temperature threshold', 'seconds past threshold'],
  [50, 'Temperature Min Threshold', 'sensor id', 'temperature threshold', 'seconds past threshold'],
  [51, 'Humidity Max Threshold', 'sensor id', 'humidity threshold', 'seconds past threshold'],
  [52, 'Humidity Min Threshold', 'sensor id', 'humidity threshold', 'seconds past threshold'],
  [53, 'Scheduled Daily Time', 'time to trigger'],
  [54, 'Scheduled Time Interval', 'interval'],
  [55, 'ATS Switched to Secondary'],
  [56, 'ATS Switched to Primary'],
  [57, 'Secondary Power Source Lost'],
  [58, 'Secondary Power Source Restored'],
  [59, 'System Power Recovery Event', 'bank id'],
  [60, 'Monthly Scheduled Event', 'day of month', 'hour of day', 'minute of hour'],
  [61, 'Weekly Scheduled Event', 'day of week', 'hour of day', 'minute of hour'],
  [62, 'Digital Input State High', 'sensor port', 'digital input index', 'seconds past threshold'],
  [63, 'Digital Input State Low', 'sensor port', 'digital input index', 'seconds past threshold'],
  [64, 'User Switch Triggered', 'sensor port', 'state triggered to'],
  [65, 'Sensor Connected/Disconnected', 'sensor port', 'connect or disconnect'],
  [102, 'Controller Fault Begins'],
  [103, 'Controller Fault Ends'],
  [104, 'PDU Hardware Silent', 'begin or end'],
  [105, 'Controller Storage Full', 'begin or end'],
  [106, 'Controller Storage Failing', 'begin or end'],
  [107, 'Controller Database Damaged', 'begin or end'],
  [108, 'Controller Clock Not Set', 'begin or end'],
  [109, 'HTTPS Certificate Ending', 'begin or end'],
  [110, 'HTTPS Not Listening', 'begin or end'],
  [111, 'Firmware Rolled Back'],
  [112, 'Controller Restarted After a Crash'],
  [113, 'Scheduled Backup Failing', 'begin or end'],
];

describe('the event codes', () => {
  it('are those of the specification and the contract, by their names and parameters', () => {
    const rows = EVENT_CODES.map(({ code, name, params }) => [code, name, ...params.map(({ label }) => label)]);
    expect(rows).toEqual(TABLE);
  });

  it.each([
    ['single-phase-16', [13, 14, 29, 55, 56, 57, 58]],
    ['three-phase-36', [15, 16, 17, 18, 19, 20, 55, 56, 57, 58, 62, 63, 64]],
    ['switched-8', [13, 14, 29, 30, 45, 46, 49, 50, 51, 52, 55, 56, 57, 58, 62, 63, 64, 65]],
  ])('that %s cannot raise are %j', (model, codes) => {
    const missing = EVENT_CODES.filter(({ fits }) => !fits(modelOf(model))).map(({ code }) => code);
    expect(missing).toEqual(codes);
  });

  it('of a transfer switch fit a transfer switch', () => {
    expect([55, 56, 57, 58].map((code) => eventCode(code)?.fits(modelOf('ats-8')))).toEqual([true, true, true, true]);
  });

  /** Everything is there, and nothing is measured. */
  const nothingMeasured = ({ inlets, banks, outlets }: PduModel): EvaluationContext => ({
    now: {
      inlets: inlets.map(({ id, lineIds }) => ({ id, lines: lineIds.map((each) => ({ id: each.id })) })),
      banks: banks.map(({ id }) => ({ id })),
      outlets: outlets.map(({ id }) => ({ id, state: 'ON', voltagePresent: true })),
      relayOutputs: [],
      sensors: [],
      ...{ seq: 1, takenAt: 0, uptime: 0, readAt: 0, fresh: true },
    },
    ...{ elapsed: 1000, zone: zoneOf('UTC'), poweredUp: false },
    namesOf: () => ({}),
    energyOf: ({ energy }) => energy,
    pingFailures: () => undefined,
    fault: () => undefined,
  });
  /** The first choice of each parameter, or the least of what it takes. */
  const someParams = ({ params }: EventRow, model: PduModel): string[] =>
    params.map(({ kind, choices, min = 0 }) => choices?.(model)[0]?.value ?? (kind === 'host' ? 'pdu' : String(min)));

  const watching = EVENT_CODES.filter(({ code }) => ![53, 54, 60, 61].includes(code) && code < 102).map((row) => {
    const model = ['single-phase-16', 'three-phase-36', 'ats-8'].map(modelOf).find((each) => row.fits(each));
    if (!model) throw new Error(`No model has ${row.code}.`);
    return [row.code, row, model] as const;
  });

  it.each(watching)('%i: what is not measured neither triggers nor resets', (_, row, model) => {
    const compiled = row.compile(toParams(readParams(row, someParams(row, model), model)), model);
    const watches = compiled.kind === 'level' || compiled.kind === 'change' ? compiled.watches : [];
    expect(watches.length).toBeGreaterThan(0);
    const context = nothingMeasured(model);
    const limit = compiled.kind === 'level' ? compiled.limit : undefined;
    for (const { holds } of watches) expect(holds(context, limit)).toBeUndefined();
    for (const triggered of [[], watches.map(({ object }) => object.id)]) {
      const before = initialState(compiled, { triggered });
      const after = evaluate(compiled, before, context);
      expect([(after?.triggers ?? []).length > 0, (after?.state ?? before).triggered]).toEqual([
        false,
        before.triggered,
      ]);
    }
  });
});

const INLET = 'I1-1000036';
const BANK = '1200578';
const OUTLET = '1-1200578';
type Member = 'current' | 'voltage' | 'frequency' | 'powerFactor' | 'activePower' | 'apparentPower' | 'reactivePower';

const inlet = (member: Member) => (rack: Rack, value: number | undefined) => rack.inlet(INLET, { [member]: value });
const bank = (member: Member) => (rack: Rack, value: number | undefined) => rack.bank(BANK, { [member]: value });
const outlet = (rack: Rack, value: number | undefined) => rack.outlet(OUTLET, { current: value });
const line = (rack: Rack, value: number | undefined) => rack.line('L2-1000047', value);
/** Three lines of which one carries so much that the imbalance is this many percent. */
const imbalance = (rack: Rack, percent: number | undefined) => {
  rack.line('L1-1000047', 10).line('L3-1000047', 10);
  // (x - mean) / mean = p with mean = (20 + x) / 3
  return rack.line('L2-1000047', percent === undefined ? undefined : (20 * (1 + percent / 100)) / (2 - percent / 100));
};
const climate = (member: 'temperature' | 'humidity') => (rack: Rack, value: number | undefined) =>
  rack.sensor('A', { [member]: value });

type Put = (rack: Rack, value: number | undefined) => Rack;
/** Code, object, limit, a value beyond, one a hair within, how the value is put, and a model other than the default. */
const THRESHOLDS: readonly (readonly [number, string, number, number, number, Put, string?])[] = [
  [13, 'L2-1000047', 16, 16.001, 16, line, 'three-phase-36'],
  [14, 'L2-1000047', 2, 1.999, 2, line, 'three-phase-36'],
  [15, INLET, 24, 24.001, 24, inlet('current')],
  [16, INLET, 2, 1.999, 2, inlet('current')],
  [17, INLET, 130, 130.001, 130, inlet('voltage')],
  [18, INLET, 110, 109.999, 110, inlet('voltage')],
  [19, INLET, 60.5, 60.501, 60.5, inlet('frequency')],
  [20, INLET, 59.5, 59.499, 59.5, inlet('frequency')],
  [21, INLET, 0.9, 0.899, 0.9, inlet('powerFactor')],
  [23, INLET, 1000, 1000.001, 1000, inlet('activePower')],
  [24, INLET, 100, 99.999, 100, inlet('activePower')],
  [25, INLET, 1000, 1000.001, 1000, inlet('apparentPower')],
  [26, INLET, 100, 99.999, 100, inlet('apparentPower')],
  [27, INLET, 500, 500.001, 500, inlet('reactivePower')],
  [28, INLET, -50, -50.001, -50, inlet('reactivePower')],
  [29, 'I1-1000047', 20, 20.001, 19.999, imbalance, 'three-phase-36'],
  [31, BANK, 16, 16.001, 16, bank('current')],
  [32, BANK, 1, 0.999, 1, bank('current')],
  [33, BANK, 130, 130.001, 130, bank('voltage')],
  [34, BANK, 110, 109.999, 110, bank('voltage')],
  [35, BANK, 60.5, 60.501, 60.5, bank('frequency')],
  [36, BANK, 59.5, 59.499, 59.5, bank('frequency')],
  [37, BANK, 0.9, 0.899, 0.9, bank('powerFactor')],
  [39, BANK, 1000, 1000.001, 1000, bank('activePower')],
  [40, BANK, 100, 99.999, 100, bank('activePower')],
  [41, BANK, 1000, 1000.001, 1000, bank('apparentPower')],
  [42, BANK, 100, 99.999, 100, bank('apparentPower')],
  [43, BANK, 500, 500.001, 500, bank('reactivePower')],
  [44, BANK, -50, -50.001, -50, bank('reactivePower')],
  [45, OUTLET, 4, 4.001, 4, outlet],
  [46, OUTLET, 0.5, 0.499, 0.5, outlet],
  [49, 'SA-1000036', 30, 30.001, 30, climate('temperature')],
  [50, 'SA-1000036', 10, 9.999, 10, climate('temperature')],
  [51, 'SA-1000036', 60, 60.001, 60, climate('humidity')],
  [52, 'SA-1000036', 30, 29.999, 30, climate('humidity')],
];

describe.each(THRESHOLDS)('event code %i on %s with the limit %d', (code, id, limit, beyond, within, put, model) => {
  const aRackWatching = () => aRack(model).watching(code, [id, String(limit), '3']);

  it('triggers once when the value has been beyond for three seconds, and reports what it measured', () => {
    const rack = put(aRackWatching(), beyond).seconds(3);
    expect([rack.triggerCount, rack.triggered]).toEqual([0, false]);
    rack.seconds(1);
    expect([rack.triggerCount, rack.triggered, rack.numTicksBeyond]).toEqual([1, true, 3]);
    expect(rack.occurrences[0]).toMatchObject({ code, objectId: id, heldSeconds: 3, reading: { limit } });
    expect(rack.occurrences[0]?.reading?.value).toBeCloseTo(beyond, 3);
    rack.seconds(100);
    expect([rack.triggerCount, rack.numTicksBeyond]).toEqual([1, 103]);
  });

  it('does not trigger a hair within', () => {
    expect(put(aRackWatching(), within).seconds(10)).toMatchObject({ triggerCount: 0, numTicksBeyond: 0 });
  });

  it('is reset when the value is back within, and triggers again', () => {
    const rack = put(aRackWatching(), beyond).seconds(5);
    put(rack, within).seconds(1);
    expect([rack.triggered, rack.numTicksBeyond]).toEqual([false, 0]);
    put(rack, beyond).seconds(4);
    expect(rack.triggerCount).toBe(2);
  });

  it('neither triggers nor is reset by a reading that is missing', () => {
    const calm = put(aRackWatching(), undefined).seconds(10);
    expect([calm.triggerCount, calm.triggered]).toEqual([0, false]);
    const rack = put(aRackWatching(), beyond).seconds(4);
    put(rack, undefined).seconds(10);
    expect([rack.triggerCount, rack.triggered]).toEqual([1, true]);
    put(rack, NaN).seconds(3);
    expect([rack.triggerCount, rack.triggered]).toEqual([1, true]);
  });

  it('stands for every one of its kind with any', () => {
    const rack = put(aRack(model).watching(code, ['any', String(limit), '3']), beyond).seconds(4);
    expect(rack.occurrences.map(({ objectId }) => objectId)).toEqual([id]);
  });

  it('is refused with parameters that make no sense', () => {
    const row = eventCode(code);
    if (!row) throw new Error('no row');
    const refusal = (...params: string[]) => {
      try {
        readParams(row, params, modelOf(model ?? 'single-phase-16'));
        return [];
      } catch (error) {
        return (error as { details: { field: string }[] }).details.map(({ field }) => field);
      }
    };
    expect(refusal(id, String(limit), '3')).toEqual([]);
    expect(refusal('nowhere', 'much', '-1')).toEqual(['params.0', 'params.1', 'params.2']);
    expect(refusal()).toEqual(['params.0', 'params.1', 'params.2']);
    expect(refusal(id, '1e999', '1.5')).toEqual(['params.1', 'params.2']);
  });
});

describe('energy since the last reset', () => {
  it.each([
    [22, INLET, (rack: Rack, energy: number | undefined) => rack.inlet(INLET, { energy })],
    [38, BANK, (rack: Rack, energy: number | undefined) => rack.bank(BANK, { energy })],
  ] as const)('makes %i trigger once above the limit, until the counter of %s is reset', (code, id, put) => {
    const rack = put(aRack().watching(code, [id, '100']), 100).seconds(2);
    expect(rack.triggerCount).toBe(0);
    put(rack, undefined).seconds(2);
    put(rack, 100.01).seconds(5);
    put(rack, 150).seconds(5);
    expect([rack.triggerCount, rack.triggered]).toEqual([1, true]);
    rack.resetEnergy(id).seconds(1);
    expect(rack.triggered).toBe(false);
    put(rack, 250.1).seconds(1);
    expect(rack.triggerCount).toBe(2);
  });
});

describe('a word that a reading has', () => {
  it('30: a breaker that trips triggers once until it is closed again', () => {
    const rack = aRack().watching(30, [BANK]).seconds(5);
    expect(rack.triggerCount).toBe(0);
    rack.bank(BANK, { breakerClosed: undefined }).seconds(2);
    expect(rack.triggerCount).toBe(0);
    rack.bank(BANK, { breakerClosed: false }).seconds(5);
    expect([rack.triggerCount, rack.triggered]).toEqual([1, true]);
    rack.bank(BANK, { breakerClosed: true }).seconds(1);
    expect(rack.triggered).toBe(false);
  });

  it.each([
    [62, 'HI', 'LO'],
    [63, 'LO', 'HI'],
  ] as const)('%i: a digital input that has been %s for two seconds triggers', (code, wanted, other) => {
    const rack = aRack().input('B', 2, other).watching(code, ['B', '2', '2']).seconds(5);
    rack.input('B', 2, wanted).seconds(2);
    expect(rack.triggerCount).toBe(0);
    rack.seconds(1);
    expect([rack.triggerCount, rack.occurrences[0]?.objectKind]).toEqual([1, 'hub']);
    rack.sensor('B', { connected: false, inputs: [] }).seconds(5);
    expect(rack.triggered).toBe(true);
    rack.sensor('B', { connected: true, inputs: [{ index: 2, state: other }] }).seconds(1);
    expect(rack.triggered).toBe(false);
  });
});

describe('something that comes to be', () => {
  it.each([
    ['OFF', false, true],
    ['on', true, false],
  ])('64: the user switch turned %s triggers, and only then', (to, wanted, other) => {
    const rack = aRack().sensor('B', { userSwitch: wanted }).watching(64, ['b', to]).seconds(5);
    expect(rack.triggerCount).toBe(0);
    rack.sensor('B', { userSwitch: other }).seconds(3);
    expect(rack.triggerCount).toBe(0);
    rack.sensor('B', { userSwitch: wanted }).seconds(3);
    expect([rack.triggerCount, rack.triggered]).toEqual([1, true]);
  });

  it('64: a hub that is unplugged meanwhile does not hide a switch that was turned', () => {
    const rack = aRack().watching(64, ['B', 'ON']).seconds(1);
    rack.sensor('B', { connected: false, userSwitch: undefined }).seconds(3);
    rack.sensor('B', { connected: true, userSwitch: true }).seconds(1);
    expect(rack.triggerCount).toBe(1);
  });

  it.each([
    ['disconnect', false],
    ['connect', true],
  ])('65: a sensor that %ss triggers', (to, connected) => {
    const rack = aRack().sensor('A', { connected: !connected }).watching(65, ['A', to]).seconds(2);
    rack.answering(false).sensor('A', { connected }).seconds(5);
    expect(rack.triggerCount).toBe(0);
    rack.answering(true).seconds(2);
    expect(rack.triggerCount).toBe(1);
    rack.sensor('A', { connected: !connected }).seconds(1);
    expect(rack.triggered).toBe(false);
  });

  const ats = () => aRack('ats-8');
  const [first = '', second = ''] = modelOf('ats-8').inlets.map(({ id }) => id);
  const toSecondary = (rack: Rack) =>
    rack.inlet(first, { active: false, ready: false }).inlet(second, { active: true });
  const toPrimary = (rack: Rack) => rack.inlet(first, { active: true, ready: true }).inlet(second, { active: false });

  it('55 and 56: a transfer to the secondary inlet and back trigger one event each', () => {
    const [away, back] = [ats().watching(55, []).seconds(2), ats().watching(56, []).seconds(2)];
    expect([away.triggerCount, back.triggerCount]).toEqual([0, 0]);
    for (const rack of [away, back]) toSecondary(rack).seconds(3);
    expect([away.triggerCount, back.triggerCount, away.triggered]).toEqual([1, 0, true]);
    for (const rack of [away, back]) toPrimary(rack).seconds(3);
    expect([away.triggerCount, back.triggerCount, away.triggered]).toEqual([1, 1, false]);
  });

  it('57 and 58: a secondary source that is lost and restored triggers one event each', () => {
    const [lost, restored] = [ats().watching(57, []).seconds(2), ats().watching(58, []).seconds(2)];
    for (const rack of [lost, restored]) rack.inlet(second, { ready: undefined }).seconds(2);
    expect([lost.triggerCount, restored.triggerCount]).toEqual([0, 0]);
    for (const rack of [lost, restored]) rack.inlet(second, { ready: false }).seconds(3);
    expect([lost.triggerCount, restored.triggerCount]).toEqual([1, 0]);
    for (const rack of [lost, restored]) rack.inlet(second, { ready: true }).seconds(3);
    expect([lost.triggerCount, restored.triggerCount]).toEqual([1, 1]);
  });

  it('59: a bank that has power again triggers, after a dead inlet as after a tripped breaker', () => {
    const rack = aRack().watching(59, [BANK]).seconds(3);
    rack.bank(BANK, { voltage: 0 }).seconds(3);
    rack.bank(BANK, { voltage: undefined }).seconds(1);
    expect(rack.triggerCount).toBe(0);
    rack.bank(BANK, { voltage: 119 }).seconds(3);
    expect(rack.triggerCount).toBe(1);
  });

  it('59: a breaker that trips triggers when its circuit has power again, also where the meter sits before the breaker', () => {
    const rack = aRack().watching(59, [BANK]).seconds(3);
    rack.bank(BANK, { breakerClosed: false }).seconds(3);
    expect(rack.triggerCount).toBe(0);
    rack.bank(BANK, { breakerClosed: true }).seconds(3);
    expect(rack.triggerCount).toBe(1);
  });

  it('59: a PDU that was dead with its controller triggers once for each bank when it is up', () => {
    const rack = aRack().watching(59, ['any']).seconds(3).restart(60_000);
    rack.poweredUp().seconds(5);
    expect(rack.occurrences.map(({ objectId }) => objectId)).toEqual([BANK, '1200579']);
    rack.restart(1000).seconds(5);
    expect(rack.triggerCount).toBe(2);
  });

  it('59: a PDU that was dead triggers also where its meters answer some seconds after the rest of the hardware', () => {
    const rack = aRack().watching(59, [BANK]).seconds(3).restart(60_000);
    rack.bank(BANK, { voltage: undefined }).poweredUp().seconds(5);
    expect(rack.triggerCount).toBe(0);
    rack.bank(BANK, { voltage: 119 }).seconds(3);
    expect(rack.triggerCount).toBe(1);
  });
});

describe('12: AutoPing', () => {
  const watching = () => aRack().watching(12, ['192.0.2.1', '3', 'default']);

  it('triggers after three failures in a row, once, and again after an answer', () => {
    const rack = watching().seconds(5);
    for (const failures of [1, 2]) rack.pings(failures).seconds(1);
    expect(rack.triggerCount).toBe(0);
    for (const failures of [3, 4, 5]) rack.pings(failures).answering(false).seconds(1);
    expect(rack.triggerCount).toBe(1);
    rack.pings(0).seconds(1);
    expect(rack.triggered).toBe(false);
    rack.pings(3).seconds(1);
    expect(rack.triggerCount).toBe(2);
  });

  it.each([
    [['-f', '3', ''], ['params.0']],
    [
      ['a b', '0', '-I'],
      ['params.0', 'params.1', 'params.2'],
    ],
    [['', '3'], ['params.0']],
    [['2001:db8::1', '3', 'eth0'], []],
    [['core.example.net', '1', 'secondary'], []],
  ])('with %j is refused for %j', (params, fields) => {
    const row = eventCode(12);
    if (!row) throw new Error('no row');
    let wrong: string[] = [];
    try {
      readParams(row, params, modelOf('single-phase-16'));
    } catch (error) {
      wrong = (error as { details: { field: string }[] }).details.map(({ field }) => field);
    }
    expect(wrong).toEqual(fields);
  });

  it.each([
    ['SECONDARY', 'secondary'],
    ['Default', 'default'],
    ['Eth0', 'Eth0'],
  ])('takes the interface %s for %s', (given, way) => {
    const row = eventCode(12);
    expect(row && readParams(row, ['10.0.0.1', '3', given], modelOf('single-phase-16'))[2]).toBe(way);
  });
});

describe('schedules', () => {
  it.each([
    [53, ['9:05'], '2026-03-02T09:05:00Z', '2026-03-03T09:05:00Z'],
    [60, ['5', '0', '0'], '2026-03-05T00:00:00Z', '2026-04-05T00:00:00Z'],
    [61, ['0', '23', '59'], '2026-03-08T23:59:00Z', '2026-03-15T23:59:00Z'],
  ])('%i with %j triggers at %s and then at %s', (code, params, first, second) => {
    const rack = aRack().watching(code, params);
    while (rack.triggerCount < 2) rack.tick(30_000);
    expect(rack.occurrences.map(({ at }) => at)).toEqual([Date.parse(first), Date.parse(second)]);
    expect(rack.triggered).toBe(true);
    rack.tick(1000);
    expect(rack.triggered).toBe(false);
  });

  it('54 triggers every so many seconds', () => {
    const rack = aRack().watching(54, ['60']).seconds(601);
    expect(rack.triggerCount).toBe(10);
  });

  it.each([
    [53, ['24:00']],
    [53, ['8']],
    [54, ['0']],
    [54, ['604801']],
    [54, ['']],
    [60, ['29', '0', '0']],
    [61, ['7', '0', '0']],
    [61, ['0', '24', '60']],
    [65, ['A', 'gone']],
    [62, ['A', '1', '0']],
    [62, ['B', '7', '0']],
  ])('%i is refused with %j', (code, params) => {
    const row = eventCode(code);
    expect(() => row && readParams(row, params, modelOf('single-phase-16'))).toThrow();
  });
});

describe('events of the controller itself', () => {
  it.each([
    [102, []],
    [104, ['begin']],
  ])('%s triggers when a fault begins, with what is wrong, and again after it has ended', (code, params) => {
    const rack = aRack().watching(code, params).seconds(2);
    expect(rack.triggerCount).toBe(0);
    rack.fault('hardware', true).answering(false).seconds(3);
    expect(rack.triggerCount).toBe(1);
    expect(rack.occurrences[0]).toMatchObject({
      object: 'PDU hardware',
      objectKind: 'system',
      objectId: 'controller:hardware',
      detail: 'It began.',
    });
    rack.fault('hardware', false).seconds(2).fault('hardware', true).seconds(2);
    expect(rack.triggerCount).toBe(2);
  });

  it.each([
    [103, []],
    [104, ['end']],
  ])('%s triggers when a fault ends, also one of the hardware, not at the start', (code, params) => {
    const rack = aRack().watching(code, params).seconds(2);
    rack.fault('hardware', true).answering(false).seconds(3);
    expect(rack.triggerCount).toBe(0);
    rack.fault('hardware', false).answering(true).seconds(3);
    expect(rack.triggerCount).toBe(1);
    expect(rack.occurrences[0]).toMatchObject({ detail: 'It ended.' });
  });

  it('109 triggers at each stage of a certificate, 102 for each fault beside the others', () => {
    const certificate = aRack().watching(109, ['begin']);
    for (const stage of ['30 days', '7 days', '1 day', 'ended'])
      certificate.fault('certificate', true, stage).seconds(3);
    expect(certificate.triggerCount).toBe(4);
    const any = aRack().watching(102, []).fault('clock', true).seconds(2).fault('storageFull', true).seconds(2);
    expect(any.occurrences.map(({ object }) => object)).toEqual(['clock', 'storage space']);
  });

  it('104 does not trigger for the fault of another kind', () => {
    expect(aRack().watching(104, ['begin']).seconds(1).fault('clock', true).seconds(3).triggerCount).toBe(0);
  });

  it('113 triggers when the scheduled backup fails, and when it works again', () => {
    const [begins, ends] = ['begin', 'end'].map((when) => aRack().watching(113, [when]).seconds(1));
    for (const rack of [begins, ends]) rack?.fault('backup', true).seconds(2).fault('backup', false).seconds(2);
    expect([begins?.occurrences[0]?.detail, ends?.occurrences[0]?.detail]).toEqual(['It began.', 'It ended.']);
    expect([begins?.triggerCount, ends?.triggerCount]).toEqual([1, 1]);
  });

  it('112 triggers for what was so before the first tick', () => {
    expect(aRack().fault('restart', true).watching(112, []).seconds(1).triggerCount).toBe(1);
  });
});
