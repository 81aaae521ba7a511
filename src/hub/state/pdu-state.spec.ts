import { describe, expect, it } from '@jest/globals';
import { encodeMinute } from '../../fleet-wire/minute.js';
import { encodeProfile, type Profile } from '../../fleet-wire/profile.js';
import { measureOf, type MeasureName } from '../../readings-format/measures.js';
import { LoadedProfile } from './loaded-profile.js';
import { PduState, type HelloFacts } from './pdu-state.js';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const profileWith = (...quantities: MeasureName[]): LoadedProfile => {
  const series = quantities.map((quantity) => ({ object: 'I1-7', quantity, measure: measureOf(quantity).code }));
  const profile: Profile = {
    ...{ model: 'single-phase-1', inlets: [{ id: 'I1-7', name: 'Feed A', lines: [] }], banks: [], outlets: [] },
    ...{ sensors: [], series },
  };
  return new LoadedProfile(encodeProfile(profile));
};
const PROFILE = profileWith('activePower');

/** A PDU that has sent a minute in which it drew so many watts. */
function aPduThatDrew(watts: number): PduState {
  const pdu = new PduState();
  pdu.profile = PROFILE;
  pdu.hello = { profile: PROFILE.hash } as HelloFacts;
  sendMinute(pdu, watts, NOW);
  return pdu;
}
function sendMinute(pdu: PduState, watts: number, at: number): void {
  const [means, peaks] = [Float64Array.of(watts), Float64Array.of(watts)];
  pdu.takeMinute(encodeMinute({ minute: 1, means, peaks, relays: [], breakers: [] }, PROFILE.series), at);
}
const seconds = (pdu: PduState, watts: number, at: number): void => pdu.takeLive(() => Float64Array.of(watts), at);

describe('the power of a PDU in the hub', () => {
  it('is that of each second while somebody reads it', () => {
    const pdu = aPduThatDrew(900);
    seconds(pdu, 400, NOW + 10_000);
    expect([pdu.watts(NOW + 11_000), pdu.readings(NOW + 11_000)?.isLive]).toEqual([400, true]);
  });

  it('stays the newest that is known when nobody reads it any more, until the next minute has come', () => {
    const pdu = aPduThatDrew(900);
    seconds(pdu, 400, NOW + 10_000);
    const readings = pdu.readings(NOW + 40_000);
    expect([pdu.watts(NOW + 40_000), readings?.at, readings?.isLive]).toEqual([400, NOW + 10_000, false]);
    sendMinute(pdu, 450, NOW + 60_000);
    expect(pdu.watts(NOW + 61_000)).toBe(450);
  });

  it('is read by the parts that it was sent for, after the PDU has got others', () => {
    const pdu = aPduThatDrew(900);
    pdu.profile = profileWith('voltage', 'activePower');
    expect(pdu.watts(NOW + 1000)).toBe(900);
  });
});

describe('the states of a PDU in the hub', () => {
  it('are those of as many objects as a PDU can have, whatever it sends', () => {
    const pdu = new PduState();
    const send = (number: number, objects: readonly string[]): void =>
      pdu.takeStates({ run: 1, number, changes: objects.map((object) => ({ object, state: 'on' })) }, NOW);
    send(
      1,
      Array.from({ length: 50_000 }, (_, n) => `${n}`),
    );
    send(2, ['39999', '40000']);
    expect(Object.keys(JSON.parse(pdu.statesText) as object)).toHaveLength(40_000);
    expect([pdu.stateOf('39999'), pdu.stateOf('40000')]).toEqual(['on', 'unknown']);
  });
});
