import { describe, expect, it } from '@jest/globals';
import type { LiveMessage } from '../live/live-store.js';
import { tightest } from './power-now.js';
import { isDeadInlet, isUnsupplied } from './supply.js';

const liveOf = (parts: object) =>
  ({ all: (list: string) => (parts as Record<string, unknown[]>)[list] ?? [] }) as never;
const inlet = (more: object): Partial<LiveMessage['inlets'][number]> => ({
  id: 'I',
  inletName: 'Feed A',
  inletType: 'single',
  ...more,
});
const bank = (more: object): object => ({
  id: '1',
  bankName: 'Core',
  inletId: 'I',
  circuitBreakerClosed: true,
  currentRms: 0,
  ...more,
});

describe('the supply of a part', () => {
  it('is gone at an inlet without voltage, and not while that is unknown', () => {
    const line = (voltageRms?: number) => ({ inletLines: [{ voltageRms }] }) as Parameters<typeof isDeadInlet>[0];
    expect([{ inletVoltageRms: 0 }, line(0.4)].map(isDeadInlet)).toEqual([true, true]);
    expect([{ inletVoltageRms: 120 }, line(230), line(), {}].map(isDeadInlet)).toEqual([false, false, false, false]);
  });

  it('is gone with the voltage of its inlet, on the line and the bank behind it as well', () => {
    const lines = [
      { id: 'L1-I', line: 'L1', voltageRms: 0 },
      { id: 'L2-I', line: 'L2' },
    ];
    const live = liveOf({ inlets: [inlet({ inletVoltageRms: 0, inletLines: lines })], banks: [bank({})] });
    expect(['I', 'L1-I', 'L2-I', '1'].map((id) => isUnsupplied(live, id))).toEqual([true, true, true, true]);
  });

  it('is gone on one line and the bank on it while the others have voltage', () => {
    const lines = [
      { id: 'L1-I', voltageRms: 0 },
      { id: 'L2-I', voltageRms: 120 },
    ];
    const live = liveOf({
      inlets: [inlet({ inletVoltageRms: 120, inletLines: lines })],
      banks: [bank({ voltageRms: 0 }), bank({ id: '2', voltageRms: 120 })],
    });
    expect(['I', 'L1-I', 'L2-I', '1', '2'].map((id) => isUnsupplied(live, id))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('is gone behind a tripped breaker, whatever its meter reads', () => {
    const live = liveOf({
      inlets: [inlet({ inletVoltageRms: 120 })],
      banks: [bank({ circuitBreakerClosed: false, voltageRms: 120 })],
    });
    expect([isUnsupplied(live, '1'), isUnsupplied(live, 'I')]).toEqual([true, false]);
  });

  it('is there on a bank of a transfer switch while one of its inlets is ready', () => {
    const ats = (id: string, atsInletReady: boolean): object => inlet({ id, inletType: 'ats', atsInletReady });
    const of = (...ready: [boolean, boolean]) =>
      liveOf({ inlets: [ats('I', ready[0]), ats('J', ready[1])], banks: [bank({})] });
    expect([isUnsupplied(of(false, true), 'I'), isUnsupplied(of(false, true), '1')]).toEqual([true, false]);
    expect(isUnsupplied(of(false, false), '1')).toBe(true);
  });

  it('is the voltage that its outlets measure, and is not known to be gone where nothing is measured', () => {
    const outlets = [{ id: '1-1', bankId: 1, circuitVoltage: 0 }];
    expect(isUnsupplied(liveOf({ banks: [bank({})], outlets }), '1')).toBe(true);
    expect(isUnsupplied(liveOf({ inlets: [inlet({})], banks: [bank({})] }), '1')).toBe(false);
    expect(isUnsupplied(liveOf({}), '1')).toBe(false);
  });

  it('is the condition of headroom: none is left on a dead circuit, and there is none to name without any supply', () => {
    const usable = (): number => 16;
    const circuits = (volts: number) =>
      liveOf({
        banks: [bank({ voltageRms: 0 }), bank({ id: '2', bankName: 'Services', voltageRms: volts, currentRms: 4 })],
      });
    expect(tightest(circuits(120), usable)).toMatchObject({ name: 'Services', left: 12, level: 'ok' });
    expect(tightest(circuits(0), usable)).toEqual({ id: '', name: '', left: undefined, level: 'bad' });
    expect(tightest(circuits(0), () => undefined)).toBeUndefined();
  });
});
