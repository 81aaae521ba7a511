import { describe, expect, it } from '@jest/globals';
import { LiveStore, type LiveMessage } from '../live/live-store.js';
import { alarmFacts } from './alarm-facts.js';

type Facts = Partial<Record<'bank' | 'outlet' | 'inlet', object>>;

const after = ({ bank, outlet, inlet }: Facts): string => {
  const live = new LiveStore();
  live.receive({
    device: { uptime: 1, time: '2026-03-02T08:00:00Z' },
    inlets: [{ id: 'I1', atsInletReady: true, ...inlet }],
    banks: [{ id: '1', circuitBreakerClosed: true, currentRms: 4, ...bank }],
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
  ])('change with %s', (_, facts: Facts) => {
    expect(after(facts)).not.toBe(usual);
  });

  it('stay the same while only loads change', () => {
    expect(after({ bank: { currentRms: 17 }, outlet: { watts: 300 } })).toBe(usual);
  });
});
