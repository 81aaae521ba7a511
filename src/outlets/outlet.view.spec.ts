import { describe, expect, it } from '@jest/globals';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { OutletReading } from '../hardware/snapshot.js';
import type { OutletEntity } from './outlet.entity.js';
import { outletView, type OutletSources } from './outlet.view.js';

const outlet: OutletModel = {
  id: '3-12',
  index: 3,
  position: 2,
  bank: 0,
  bankId: '12',
  receptacle: 'IEC 60320 C13',
  ratedCurrent: 10,
};
const settings: OutletEntity = {
  id: '3-12',
  name: 'Router',
  pwrOnState: 'PREV',
  customRebootTimeEnabled: false,
  customRebootTime: 5,
  protection: 'none',
  device: null,
  labels: null,
  consumers: null,
};
const METERED = { outletMetering: true };
const reading: OutletReading = { id: '3-12', state: 'ON', voltagePresent: true, current: 1.23456 };

const view = (sources: Partial<OutletSources> = {}, profile = METERED) =>
  outletView(
    {
      outlet,
      settings,
      reading,
      bank: { id: '12', voltage: 230.04999 },
      rebootStatus: 'none',
      turnsOnAt: undefined,
      isFailing: false,
      lastCommand: undefined,
      ...sources,
    },
    profile,
  );
const json = (...parts: Parameters<typeof view>): object => JSON.parse(JSON.stringify(view(...parts))) as object;

describe('an outlet as it is answered', () => {
  it('joins profile, settings and reading, with its bank as a number', () => {
    expect(json()).toEqual({
      id: '3-12',
      outletName: 'Router',
      pwrOnState: 'PREV',
      outletIndex: 3,
      receptacle: 'IEC 60320 C13',
      customRebootTimeEnabled: false,
      customRebootTime: 5,
      circuitVoltage: 230.05,
      currentRms: 1.235,
      state: 'ON',
      bankId: 12,
      rebootStatus: 'none',
      turnsOnAt: undefined,
      voltageDetection: true,
      relayHealth: 'OK',
      protection: 'none',
    });
  });

  it('leaves out what is not known, and invents no zero', () => {
    const silent = json({ reading: { id: '3-12' }, bank: { id: '12' } });
    for (const member of ['circuitVoltage', 'currentRms', 'state', 'voltageDetection', 'relayHealth']) {
      expect(silent).not.toHaveProperty(member);
    }
    expect(json({ reading: undefined, bank: undefined })).toEqual(silent);
  });

  it('has no current on a model that does not meter outlets, but the state that it switched', () => {
    const switched = json({}, { outletMetering: false });
    expect(switched).not.toHaveProperty('currentRms');
    expect(switched).toHaveProperty('state', 'ON');
  });

  it('takes the voltage in front of the relay where the bank has no meter', () => {
    expect(json({ bank: { id: '12' }, reading: { ...reading, voltage: 119.5 } })).toHaveProperty(
      'circuitVoltage',
      119.5,
    );
  });
});

describe('relayHealth', () => {
  it.each([
    ['ON', true, 'OK'],
    ['OFF', false, 'OK'],
    ['ON', false, 'Failed'],
    ['OFF', true, 'Failed'],
    [undefined, true, undefined],
    ['ON', undefined, undefined],
  ] as const)('with the relay %s and voltage detected %s is %s', (state, voltagePresent, health) => {
    expect(view({ reading: { id: '3-12', state, voltagePresent } }).relayHealth).toBe(health);
  });

  it('of an outlet that has not followed its last command is Failed, whatever is measured', () => {
    expect(view({ isFailing: true }).relayHealth).toBe('Failed');
    expect(view({ isFailing: true, reading: { id: '3-12', state: 'ON' } }).relayHealth).toBe('Failed');
  });
});
