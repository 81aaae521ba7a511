import { describe, expect, it } from '@jest/globals';
import type { AuditEntryEntity } from './audit-entry.entity.js';
import { sentenceOf, DESCRIBED_KINDS, type Discretion } from './sentences.js';

const entry = (kind: string, object: string, more: Partial<AuditEntryEntity> = {}): AuditEntryEntity => ({
  id: 9,
  at: 0,
  kind,
  object,
  name: null,
  about: null,
  aboutName: null,
  via: 'session',
  who: 'admin',
  address: null,
  before: null,
  after: null,
  result: 'ok',
  cause: null,
  ...more,
});
const json = JSON.stringify;
const sentence = (of: AuditEntryEntity, cause?: AuditEntryEntity, discretion?: Discretion): string =>
  sentenceOf(of, ({ id }) => (id === of.id ? cause : undefined), discretion);

const trigger = entry('event.trigger', 'event:3', {
  id: 4,
  name: 'Bank 1 nearly full',
  via: 'system',
  who: 'events',
  about: 'bank:1200578',
  aboutName: 'Bank 1',
  after: json({ heldSeconds: 10, reading: { label: 'current', value: 17.2, unit: 'A', limit: 16 } }),
});
const off = entry('outlet.switch', 'outlet:7-1200578', {
  name: 'Storage head 1',
  via: 'action',
  who: 'Bank 1 nearly full',
  after: json({ state: 'OFF' }),
});

describe('a sentence of the log', () => {
  it('says what was switched, by what, and why', () => {
    expect(sentence(off, trigger)).toBe(
      'Storage head 1 was switched off by event “Bank 1 nearly full”, because Bank 1 was above 16 A for 10 s (17.2 A).',
    );
    expect(sentence(trigger)).toBe(
      'Event “Bank 1 nearly full” triggered, because Bank 1 was above 16 A for 10 s (17.2 A).',
    );
  });

  it('begins with a capital letter, or with a name as it was written', () => {
    const outlet = entry('outlet.switch', 'outlet:8-1', { name: 'backup', after: json({ state: 'OFF' }) });
    expect(sentence(outlet)).toBe('backup was switched off by admin.');
    // The first word is not taken for the user whose name it happens to begin with.
    expect(sentence(entry('session.signInFailed', 'user:2', { who: 'a' }))).toBe('A sign-in as “a” failed.');
    expect(sentence(entry('session.signIn', 'user:2', { who: 'eve' }))).toBe('eve signed in.');
  });

  it('names what an undo has put back', () => {
    const after = json({ state: 'ON', names: ['Storage 1', 'Storage 2', 'Switch', 'Router', 'Camera'] });
    const device = entry('device.undo', 'device', { after });
    expect(sentence(device, off)).toBe('A switching of Storage 1, Storage 2, Switch and 2 more was undone by admin.');
    const group = entry('group.undo', 'group:1', { name: 'Rack', after: json({ names: ['Storage 1'] }) });
    expect(sentence(group, off)).toBe('The last switching of group “Rack” was undone by admin (Storage 1).');
    const step = entry('outlet.switch', 'outlet:1-9', {
      name: 'Switch',
      via: 'powerCycle',
      after: json({ state: 'ON' }),
    });
    expect(sentence(step, device)).toBe('Switch was switched on in the undo requested by admin.');
  });

  it('names the measure where its unit does not', () => {
    const warm = { reading: { label: 'temperature', value: 18, unit: '°C', limit: 20 } };
    const cold = entry('event.trigger', 'event:4', { about: 'sensor:SA-1', aboutName: 'Aisle', after: json(warm) });
    expect(sentence(cold)).toBe('Event 4 triggered, because the temperature of Aisle was below 20 °C (18 °C).');
  });

  it('names whoever asked for a step of a reboot, and over which protocol', () => {
    const asked = entry('outlet.reboot', 'outlet:7-1200578', { id: 5, via: 'ssh', who: 'anna' });
    expect(
      sentence(entry('outlet.switch', off.object, { via: 'powerCycle', after: json({ state: 'ON' }) }), asked),
    ).toBe('Outlet 7-1200578 was switched on in the reboot requested by anna over SSH.');
  });

  it('leaves a name as it was written, also at the beginning', () => {
    expect(sentence({ ...off, name: 'web-1', via: 'token', who: 'anna' })).toBe('web-1 was switched off by anna.');
    expect(sentence(entry('session.signIn', 'user:2', { who: 'anna', address: '10.0.0.5' }))).toBe(
      'anna signed in from 10.0.0.5.',
    );
  });

  it('says before and after of a change, and that something failed', () => {
    const change = { before: json({ name: 'a', delay: 1 }), after: json({ name: 'b', delay: 2 }) };
    expect(sentence(entry('group.change', 'group:3', { name: 'a', ...change }))).toBe(
      'Group “a” was changed by admin: name from “a” to “b”, delay from 1 to 2.',
    );
    const named = { before: json({ inletName: 'A' }), after: json({ inletName: 'Feed A' }) };
    expect(sentence(entry('inlet.change', 'inlet:I1-1', { name: 'A', ...named }))).toBe(
      'A was changed by admin: name from “A” to “Feed A”.',
    );
    const lists = { before: json({ consumers: [] }), after: json({ consumers: ['db', 'RAID', 'web', 'mail'] }) };
    expect(sentence(entry('outlet.change', 'outlet:1-1', { name: 'Rack', ...lists }))).toBe(
      'Rack was changed by admin: consumers from none to “db”, “RAID”, “web” and 1 more.',
    );
    expect(sentence(entry('settings.change', 'settings:snmp', { after: json({ a: 1, b: 2, c: 3, d: 4 }) }))).toBe(
      'The SNMP settings were changed by admin: a to 1, b to 2, c to 3 and 1 more.',
    );
    expect(sentence(entry('group.create', 'group:4', { name: 'x', result: 'LIST_FULL' }))).toBe(
      'Group “x” could not be created by admin (LIST_FULL).',
    );
  });

  it('calls the outlet of another PDU by its name where that was known', () => {
    const sent = (after: object) =>
      sentence(
        entry('pdu.command', 'pdu:7', { name: 'Rack 7', after: json({ command: 'OFF', outlet: '1-70', ...after }) }),
      );
    expect([sent({}), sent({ outletName: 'db-master' })]).toEqual([
      'Rack 7 was sent the command OFF for outlet 1-70 by admin.',
      'Rack 7 was sent the command OFF for outlet “db-master” by admin.',
    ]);
  });

  it('calls a hub so where it speaks of itself', () => {
    const fault = { via: 'system', who: 'controller', after: json({ message: 'The storage is full.' }) };
    const kinds = ['controller.fault', 'controller.recovered', 'device.configReset'];
    const of = (name: string | null) =>
      kinds.map((kind) => sentence(entry(kind, 'controller:storageFull', { ...fault, name })));
    expect(of('hub')).toEqual([
      'The hub reported a fault: The storage is full.',
      'A fault of the hub ended: The storage is full.',
      'The hub was reset to factory settings.',
    ]);
    expect(of(null)[0]).toBe('The controller reported a fault: The storage is full.');
  });

  it('gives the reason that the sender gave', () => {
    expect(sentence({ ...off, via: 'session', who: 'anna', after: json({ state: 'OFF', reason: 'Disk swap' }) })).toBe(
      'Storage head 1 was switched off by anna. Reason: Disk swap.',
    );
  });

  it('names no user and no rule to those who may not know them', () => {
    expect(sentence({ ...off, via: 'ssh', who: 'anna' }, undefined, { hidesUsers: true })).toBe(
      'Storage head 1 was switched off by a user over SSH.',
    );
    expect(sentence(off, undefined, { hidesEvents: true })).toBe('Storage head 1 was switched off by an event.');
    const step = { ...off, via: 'powerCycle', who: 'anna' };
    expect(sentence(step, undefined, { hidesUsers: true })).toBe(
      'Storage head 1 was switched off in a reboot or sequence.',
    );
  });

  it.each([...DESCRIBED_KINDS, 'laser.align'])('is complete for %s without any member', (kind) => {
    for (const result of ['ok', 'FAILED']) {
      const text = sentence(entry(kind, 'laser:3', { result }));
      expect(text).toMatch(/^([A-Z]|admin ).*\.$/);
      expect(text).not.toMatch(/undefined|null|NaN|\.\.|,\./);
    }
  });
});
