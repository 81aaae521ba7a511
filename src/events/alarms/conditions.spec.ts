import { describe, expect, it } from '@jest/globals';
import { emptyReadings, type OutletReading, type Readings } from '../../hardware/snapshot.js';
import { loadProfile } from '../../hardware/profiles/index.js';
import { PduModel } from '../../hardware/profiles/pdu-model.js';
import { conditionsOf, feedsOf, unpowered, type ConditionSources } from './conditions.js';

const modelOf = (name: string): PduModel => new PduModel(loadProfile(name));

type Change = (readings: { -readonly [List in keyof Readings]: Readings[List] }) => void;

/** The conditions that hold for a model in this state: "breakerTripped 1200578". */
function holding(name: string, change: Change, more: Partial<ConditionSources> = {}): string[] {
  const model = modelOf(name);
  const now = { ...emptyReadings(model) };
  change(now);
  const sources = { now, model, hasRelayFault: () => false, isActive: () => false, ...more };
  return conditionsOf(sources).flatMap(({ kind, object, holds }) => (holds === true ? [`${kind} ${object.name}`] : []));
}

const at = <Part extends object>(parts: readonly Part[], place: number, change: Partial<Part>): readonly Part[] =>
  parts.map((part, each) => (each === place ? { ...part, ...change } : part));

describe('the conditions of alarms', () => {
  it('do not hold, and are not known, before the hardware has answered', () => {
    const model = modelOf('single-phase-16');
    const sources = { now: emptyReadings(model), model, hasRelayFault: () => undefined, isActive: () => false };
    expect(new Set(conditionsOf(sources).map(({ holds }) => holds))).toEqual(new Set([undefined]));
  });

  it('are a tripped breaker and its outlets without power, also where the meter sits before the breaker', () => {
    const tripped = holding('single-phase-16', (now) => {
      now.banks = at(now.banks, 0, { breakerClosed: false, voltage: 120 });
    });
    expect(tripped).toEqual(['breakerTripped bank 1200578', 'noPower bank 1200578']);
  });

  it('are no outlets without power when all of them are off', () => {
    const off = holding('single-phase-16', (now) => {
      now.banks = at(now.banks, 0, { voltage: 3 });
      now.outlets = now.outlets.map((outlet) => ({ ...outlet, state: 'OFF' }));
    });
    expect(off).toEqual([]);
  });

  it('are a failed relay, and the outlets of a circuit without power', () => {
    const failing = { hasRelayFault: ({ index }: { index: number }) => index === 1 };
    const dead: Change = (now) => void (now.banks = at(now.banks, 0, { voltage: 3 }));
    expect(holding('single-phase-16', () => undefined, failing)).toEqual(['relayFault outlet 1-1200578']);
    expect(holding('single-phase-16', dead)).toEqual(['noPower bank 1200578']);
  });

  it.each([
    [15.9, false, []],
    [16, false, ['highLoad']],
    [15.3, true, ['highLoad']],
    [15.1, true, []],
    [20, false, ['overload', 'highLoad']],
    [19.1, true, ['overload', 'highLoad']],
    [18.9, true, ['highLoad']],
  ])('are those of a bank of 20 A with %d A (an alarm before: %s): %j', (current, isActive, kinds) => {
    const change: Change = (now) => void (now.banks = at(now.banks, 0, { current }));
    const names = holding('single-phase-16', change, { isActive: () => isActive });
    expect(names).toEqual(kinds.map((kind) => `${kind} bank 1200578`));
  });

  it.each([
    ['with 11.9 A', { current: 11.9 }, false, []],
    ['with 12 A', { current: 12 }, false, ['highLoad']],
    ['with 11.5 A after an alarm', { current: 11.5 }, true, ['highLoad']],
    ['with 11.3 A after an alarm', { current: 11.3 }, true, []],
    ['with 15 A', { current: 15 }, false, ['overload', 'highLoad']],
    ['with 14.3 A after an alarm', { current: 14.3 }, true, ['overload', 'highLoad']],
  ])('are those of an outlet of 15 A %s', (_, reading, isActive, kinds) => {
    const change: Change = (now) => void (now.outlets = at(now.outlets, 0, reading));
    const names = holding('single-phase-16', change, { isActive: () => isActive });
    expect(names).toEqual(kinds.map((kind) => `${kind} outlet 1-1200578`));
  });

  it('are not known of an outlet that is on and not measured; one that is off or not metered has none', () => {
    const loadsOf = (name: string, reading: Partial<OutletReading> = {}) => {
      const model = modelOf(name);
      const empty = emptyReadings(model);
      const now = { ...empty, outlets: empty.outlets.map((outlet) => ({ ...outlet, ...reading })) };
      const sources = { now, model, hasRelayFault: () => false, isActive: () => false };
      return conditionsOf(sources).filter(({ kind, object }) => kind === 'overload' && object.kind === 'outlet');
    };
    expect(new Set(loadsOf('metered-24').map(({ holds }) => holds))).toEqual(new Set([undefined]));
    expect(loadsOf('switched-8')).toEqual([]);
    expect(loadsOf('metered-24', { state: 'OFF' })).toEqual([]);
  });

  it('are those of each line of three, and none of the inlet that a transfer switch does not use', () => {
    const three = holding('three-phase-36', (now) => {
      const [first] = now.inlets;
      now.inlets = at(now.inlets, 0, { lines: at(first?.lines ?? [], 1, { current: 1000 }) });
    });
    expect(three).toEqual([expect.stringMatching(/^overload line L2-/), expect.stringMatching(/^highLoad line L2-/)]);
    const standby = holding('ats-8', (now) => {
      now.inlets = now.inlets.map((inlet) => ({ ...inlet, current: 1000, active: false }));
    });
    expect(standby).toEqual([]);
  });

  it('are an inlet without mains, or one that a transfer switch finds not ready', () => {
    const lost = holding('single-phase-16', (now) => void (now.inlets = at(now.inlets, 0, { voltage: 4 })));
    expect(lost).toEqual([expect.stringMatching(/^inletLost inlet I1-/)]);
    const notReady = holding('ats-8', (now) => void (now.inlets = at(now.inlets, 1, { ready: false, voltage: 100 })));
    expect(notReady).toEqual([expect.stringMatching(/^inletLost inlet I2-/)]);
  });
});

describe('a circuit', () => {
  it('is fed by its inlet, and behind a transfer switch by either', () => {
    const dual = modelOf('dual-circuit-16');
    expect(dual.banks.map(({ id }) => feedsOf(dual, id).length)).toEqual(dual.banks.map(() => 1));
    const ats = modelOf('ats-8');
    expect(feedsOf(ats, ats.banks[0]?.id ?? '')).toEqual(ats.inlets.map(({ id }) => id));
  });

  it('is without power for the outlets that are not off', () => {
    const model = modelOf('single-phase-16');
    const now = emptyReadings(model);
    const outlets = at(now.outlets, 0, { state: 'OFF' });
    const all = unpowered(now, model, '1200578');
    expect(unpowered({ ...now, outlets }, model, '1200578')).toEqual(all.slice(1));
  });
});
