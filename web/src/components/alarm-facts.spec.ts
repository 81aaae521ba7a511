import { describe, expect, it } from '@jest/globals';
import { LiveStore, type LiveMessage } from '../live/live-store.js';
import { alarmFacts } from './alarm-facts.js';

type Facts = Partial<Record<'bank' | 'outlet' | 'inlet', object>>;

const after = ({ bank, outlet, inlet }: Facts): string => {
  const live = new LiveStore();
  live.receive({
    device: { uptime: 1, time: '2026-03-02T08:00:00Z' },
    inlets: [{ id: 'I1', atsInletReady: true, inletCurrentRms: 12, ratedCurrent: 30, ...inlet }],
    banks: [{ id: '1', circuitBreakerClosed: true, currentRms: 4, ratedCurrent: 20, ...bank }],
    outlets: [{ id: '1-1', state: 'ON', voltageDetection: true, relayHealth: 'OK', watts: 80, ...outlet }],
    sensors: [],
    relayOutputs: [],
  } as unknown as LiveMessage);
  return alarmFacts(live);
};

describe('the live readings from which alarms begin', () => {
  const usual = after({});

  it.each([
    ['a breaker that trips', { bank: { circuitBreakerClosed: false } }],
    ['an outlet that has no power', { outlet: { voltageDetection: false } }],
    ['a relay that does not follow', { outlet: { relayHealth: 'Failed' } }],
    ['an inlet that is lost', { inlet: { atsInletReady: false } }],
    ['a bank whose load is high', { bank: { currentRms: 16 } }],
    ['an inlet whose load is high', { inlet: { inletCurrentRms: 24 } }],
    ['a line whose load is high', { inlet: { inletLines: [{ id: 'L1', currentRms: 24 }] } }],
  ])('change with %s', (_, facts: Facts) => {
    expect(after(facts)).not.toBe(usual);
  });

  it('change at each limit at which an alarm of a load begins or ends', () => {
    const all = [15.1, 15.2, 16, 19, 20].map((currentRms) => after({ bank: { currentRms } }));
    expect(new Set(all).size).toBe(5);
  });

  it('stay the same while loads change between two limits', () => {
    expect(after({ bank: { currentRms: 15 }, inlet: { inletCurrentRms: 20 }, outlet: { watts: 300 } })).toBe(usual);
  });
});
