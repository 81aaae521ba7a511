import { describe, expect, it } from '@jest/globals';
import { sentenceOf } from './log-sentence.js';

type Entry = Parameters<typeof sentenceOf>[0];

const NAMES = new Map([
  ['outlet:1-1200578', 'Firewall'],
  ['group:7', 'Servers'],
  ['user:2', 'anna'],
]);
const sentence = (kind: string, object: string, more: Partial<Entry> = {}): string =>
  sentenceOf({ kind, object, who: 'admin', via: 'session', result: 'ok', ...more }, (type, id) =>
    NAMES.get(`${type}:${id}`),
  );

describe('a sentence of the activity log', () => {
  it('names who switched what', () => {
    expect(sentence('outlet.switch', 'outlet:1-1200578', { after: { state: 'OFF' } })).toBe(
      'admin turned outlet “Firewall” off.',
    );
    expect(sentence('group.switch', 'group:7', { after: { state: 'REBOOT' } })).toBe('admin rebooted group “Servers”.');
  });

  it('names the event, the sequence or the controller where no user acted', () => {
    const off = { after: { state: 'OFF' } };
    expect(sentence('outlet.switch', 'outlet:1-1200578', { ...off, via: 'action', who: 'Bank 1 full' })).toBe(
      'Event “Bank 1 full” turned outlet “Firewall” off.',
    );
    expect(sentence('outlet.switch', 'outlet:1-1200578', { ...off, via: 'powerCycle' })).toBe(
      'A reboot or sequence of admin turned outlet “Firewall” off.',
    );
    expect(sentence('session.expire', 'user:2', { via: 'system', who: 'auth' })).toBe(
      'A session of user “anna” expired.',
    );
  });

  it('says what was tried where it failed', () => {
    expect(
      sentence('firmware.install', 'device', { after: { reason: 'bad signature' }, result: 'FIRMWARE_INVALID' }),
    ).toBe('admin tried to install firmware.');
  });

  it('has the name that a deleted object had, else its id', () => {
    expect(sentence('group.delete', 'group:9', { before: { name: 'Old servers' } })).toBe(
      'admin deleted group “Old servers”.',
    );
    expect(sentence('role.change', 'role:4')).toBe('admin changed role “4”.');
  });

  it('names the settings by their group and the rest by what they are', () => {
    expect(sentence('settings.change', 'settings:mail')).toBe('admin changed the mail settings.');
    expect(sentence('energy.reset', 'energy:all')).toBe('admin reset all energy counters.');
    expect(sentence('config.export', 'config')).toBe('admin exported the configuration.');
  });

  it('falls back to the kind of the entry for an operation that it does not know', () => {
    expect(sentence('laser.align', 'laser:3')).toBe('admin: laser.align laser:3.');
  });
});
