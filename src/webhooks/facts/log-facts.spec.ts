import { describe, expect, it } from '@jest/globals';
import type { AuditEntryEntity } from '../../audit/audit-entry.entity.js';
import { Access, type Permissions } from '../../common/access.js';
import { filtered } from '../webhook-fact.js';
import { factOf } from './log-facts.js';

const accessOf = (permissions: Partial<Permissions>): Access =>
  new Access({ viewOutlets: [], modifyOutlets: [], ...permissions } as Permissions, false);

const anEntry = (kind: string, members: Partial<AuditEntryEntity> = {}): AuditEntryEntity => ({
  ...{ id: 1, at: 0, kind, object: 'device', name: null, about: null, aboutName: null, via: 'system', who: 'admin' },
  ...{ address: null, before: null, after: null, result: 'ok', cause: null },
  ...members,
});
const ofEntry = (...entry: Parameters<typeof anEntry>) => factOf(anEntry(...entry), (id) => `user ${id}`);
const dataOf = (...entry: Parameters<typeof anEntry>) => {
  const fact = ofEntry(...entry);
  return [fact?.type, fact?.data(() => true)];
};

describe('an entry of the log', () => {
  it.each([
    ['firmware.install', 'firmware.staged'],
    ['firmware.selfTest', 'firmware.installed'],
    ['firmware.rollBack', 'firmware.rolledBack'],
    ['device.start', 'controller.started'],
  ])('%s is sent as %s with the version', (kind, type) => {
    expect(dataOf(kind, { after: '{"version":"2.0.0"}' })).toEqual([type, { version: '2.0.0', who: 'admin' }]);
  });

  it.each([
    ['inlet.transfer', 'inlet.transferred', 'inlet:I1-1000036', 'viewInletStats'],
    ['bank.breakerTripped', 'breaker.opened', 'bank:1200578', 'viewBankStats'],
    ['sensor.connected', 'sensor.connected', 'sensor:SA-1000036', 'viewPortInfo'],
  ] as const)('%s is sent as %s to those who may view %s', (kind, type, object, flag) => {
    const members = { object, name: 'A name' };
    expect(dataOf(kind, members)).toEqual([type, { id: object.split(':')[1], name: 'A name' }]);
    const fact = ofEntry(kind, members);
    expect(fact && filtered(fact, accessOf({ [flag]: true }))?.needs).toEqual([flag]);
    expect(fact && filtered(fact, accessOf({}))).toBeUndefined();
  });

  it.each([
    ['settings.change', 'settings:mail'],
    ['role.create', 'role:2'],
    ['user.tokenRevoke', 'user:2'],
    ['certificate.upload', 'certificate:https'],
    ['config.apply', 'config'],
    ['device.configReset', 'device'],
  ])('%s is a change of the configuration', (kind, object) => {
    expect(dataOf(kind, { object })).toEqual(['configuration.changed', { what: kind, object, who: 'admin' }]);
  });

  it('about an outlet that the owner may not view is not sent', () => {
    const fact = ofEntry('outlet.change', { object: 'outlet:2-1200578' });
    const mayView = (outlets: string[]) =>
      fact && filtered(fact, accessOf({ viewGlobalDeviceSettings: true, viewOutlets: outlets })) !== undefined;
    expect([mayView(['2-1200578']), mayView(['1-1200578'])]).toEqual([true, false]);
  });

  it.each([
    ['of firmware that was refused', 'firmware.install', { result: 'FIRMWARE_INVALID' }],
    ['of a change that was refused', 'settings.change', { result: 'STORAGE_FULL' }],
    ['of another fault', 'controller.fault', { object: 'controller:clock' }],
    ['of the simulator', 'simulator.change', {}],
    ['of an action', 'action.run', {}],
    ['that nobody knows', 'constructor', {}],
  ] as const)('%s is not sent', (_, kind, members) => {
    expect(ofEntry(kind, members)).toBeUndefined();
  });

  it('of a lock has the name of the account, of a failed sign-in the name that was sent', () => {
    const members = { object: 'user:2', who: 'somebody', address: '192.0.2.1' };
    expect(dataOf('user.lock', members)).toEqual(['user.locked', { name: 'user 2', address: '192.0.2.1' }]);
    expect(dataOf('session.signInFailed', members)).toEqual([
      'user.signInFailed',
      { name: 'somebody', address: '192.0.2.1' },
    ]);
  });
});
