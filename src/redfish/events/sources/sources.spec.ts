import { describe, expect, it } from '@jest/globals';
import { accessWith, ADMINISTRATOR } from '../../../../test/support/fixtures/permissions.js';
import { anOccurrence } from '../../../../test/support/fixtures/event-occurrence.js';
import type { EventOccurrence } from '../../../actions/event-occurrence.js';
import { loadProfile } from '../../../hardware/profiles/index.js';
import { PduModel } from '../../../hardware/profiles/pdu-model.js';
import { emptyReadings, type Readings, type Snapshot } from '../../../hardware/snapshot.js';
import { EVENT_MESSAGES } from '../event-messages.js';
import { areMet } from '../../../outbox/need.js';
import type { RedfishEvent } from '../event-record.js';
import { logEvent } from './log-events.js';
import { ReadingEvents } from './reading-events.js';
import { ruleEvent } from './rule-events.js';

const PDU = '/redfish/v1/PowerEquipment/RackPDUs/1';
const model = new PduModel(loadProfile('single-phase-16'));
const [outlet, other] = model.outlets;

/** A reading in which nothing is known but what is given. */
const reading = (known: Partial<Readings> = {}): Snapshot => ({ ...emptyReadings(model), ...known }) as Snapshot;
const outletIs = (state?: 'ON' | 'OFF'): Snapshot => {
  const { outlets } = emptyReadings(model);
  return reading({ outlets: outlets.map((each, place) => (place === 0 ? { ...each, state } : each)) });
};
const said = (events: readonly RedfishEvent[]): unknown[] =>
  events.map(({ message, args, origin }) => [message, ...args, origin]);

describe('a reading', () => {
  it('makes an event of each relay that has moved, for those who may view its outlet', () => {
    const events = new ReadingEvents(model);
    expect(events.next(outletIs('ON'))).toEqual([]);
    expect(events.next(outletIs('ON'))).toEqual([]);
    const [off] = events.next(outletIs('OFF'));
    expect(said(off ? [off] : [])).toEqual([['Power.1.2.OutletPoweredOff', '1', `${PDU}/Outlets/1`]]);
    expect(said(events.next(outletIs('ON')))).toEqual([['Power.1.2.OutletPoweredOn', '1', `${PDU}/Outlets/1`]]);
    const rights = [outlet, other].map((each) => accessWith({ viewOutlets: each ? [each.id] : [] }));
    expect([ADMINISTRATOR, ...rights].map((access) => off && areMet(access, off.needs))).toEqual([true, true, false]);
  });

  it('without an answer makes none, and what was known before is compared with what comes after', () => {
    const events = new ReadingEvents(model);
    events.next(outletIs('ON'));
    expect(events.next(outletIs())).toEqual([]);
    expect(events.next(outletIs('ON'))).toEqual([]);
    events.next(outletIs());
    expect(said(events.next(outletIs('OFF')))).toEqual([['Power.1.2.OutletPoweredOff', '1', `${PDU}/Outlets/1`]]);
  });

  it('makes events of a breaker, of the voltage of an inlet and of a sensor, each for its permission', () => {
    const { banks, inlets, sensors } = emptyReadings(model);
    const hardware = (isWell: boolean): Snapshot =>
      reading({
        banks: banks.map((bank, place) => (place === 0 ? { ...bank, breakerClosed: isWell } : bank)),
        inlets: inlets.map((inlet) => ({ ...inlet, voltage: isWell ? 120 : 0 })),
        sensors: sensors.map((sensor, place) => (place === 0 ? { ...sensor, connected: isWell } : sensor)),
      });
    const events = new ReadingEvents(model);
    events.next(hardware(true));
    const worse = events.next(hardware(false));
    expect(said(worse)).toEqual([
      ['Power.1.2.BreakerTripped', '1200578', `${PDU}/Branches/1200578`],
      ['Power.1.2.LossOfInputPower', '1', `${PDU}/Mains/1`],
      ['SensorEvent.1.1.SensorDisconnected', 'PortATemperature', '/redfish/v1/Chassis/1/Sensors/PortATemperature'],
    ]);
    const flags = ['viewBankStats', 'viewInletStats', 'viewPortInfo'] as const;
    const readable = flags.map((flag) => worse.map((event) => areMet(accessWith({ [flag]: true }), event.needs)));
    expect(readable).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
    expect(events.next(hardware(true)).map(({ message }) => message)).toEqual([
      'Power.1.2.BreakerReset',
      'Power.1.2.LineInputPowerRestored',
      'SensorEvent.1.1.SensorConnected',
    ]);
  });
});

describe('a transfer switch', () => {
  it('makes an event of each inlet that is no longer ready, or ready again, also of the one that carries no load', () => {
    const ats = new PduModel(loadProfile('ats-8'));
    const readings = emptyReadings(ats);
    const ready = (...states: readonly boolean[]): Snapshot => {
      const inlets = readings.inlets.map((inlet, place) => ({ ...inlet, ready: states[place] }));
      return { ...readings, inlets } as Readings as Snapshot;
    };
    const events = new ReadingEvents(ats);
    const messages = [ready(true, true), ready(true, false), ready(false, true)].map((now) =>
      events.next(now).map(({ message, args }) => [message, ...args]),
    );
    const [lost, restored] = ['Power.1.2.LossOfInputPower', 'Power.1.2.LineInputPowerRestored'];
    expect(messages).toEqual([
      [],
      [[lost, '2']],
      [
        [lost, '1'],
        [restored, '2'],
      ],
    ]);
  });
});

describe('an event of the product', () => {
  const ruled = (change: Partial<EventOccurrence> = {}, edge: 'triggered' | 'ended' = 'triggered') =>
    ruleEvent({ edge, occurrence: anOccurrence(change) }, model);
  const measured = (unit: string, value = 30, limit = 25) => ({ label: 'Reading', value, unit, limit });

  it.each([
    ['A', 'Power.1.2.CurrentWarning', 'Power.1.2.CurrentNormal', 'Bank1200578Current'],
    ['V', 'Power.1.2.VoltageWarning', 'Power.1.2.VoltageNormal', 'Bank1200578Voltage'],
    ['W', 'Power.1.2.PowerWarning', 'Power.1.2.PowerNormal', 'Bank1200578Power'],
  ])('in %s is a message of its quantity when it triggers and when it ends', (unit, warning, normal, sensor) => {
    const origin = `/redfish/v1/Chassis/1/Sensors/${sensor}`;
    expect(ruled({ reading: measured(unit) })).toMatchObject({ message: warning, args: [sensor, '30'], origin });
    expect(ruled({ reading: measured(unit) }, 'ended')).toMatchObject({
      message: normal,
      args: [sensor, '30'],
      origin,
    });
  });

  it('on humidity says on which side of its limit it is', () => {
    const port = model.sensors[0];
    const humidity = (value: number) => ({
      objectKind: 'sensor' as const,
      objectId: port?.id ?? '',
      reading: measured('%', value, 40),
    });
    expect(ruled(humidity(50))).toMatchObject({
      message: 'Environmental.1.4.HumidityAboveUpperCautionThreshold',
      args: ['PortAHumidity', '50', '40'],
    });
    expect(ruled(humidity(30))?.message).toBe('Environmental.1.4.HumidityBelowLowerCautionThreshold');
    expect(ruled(humidity(41), 'ended')).toMatchObject({
      message: 'Environmental.1.4.HumidityNormal',
      args: ['PortAHumidity', '41'],
    });
  });

  it('on an outlet and on an inlet names the sensor of that', () => {
    expect(ruled({ objectKind: 'outlet', objectId: outlet?.id ?? '' })?.args[0]).toBe('Outlet1Current');
    expect(ruled({ objectKind: 'inlet', objectId: model.inlets[0]?.id ?? '' })?.args[0]).toBe('Inlet1Current');
  });

  it('without a reading, in another unit, or of an object that is gone is no message', () => {
    expect(ruled({ reading: undefined })).toBeUndefined();
    expect(ruled({ reading: measured('kWh') })).toBeUndefined();
    expect(ruled({ objectKind: 'sensor', objectId: 'Z' })).toBeUndefined();
  });

  it('is for those who may view events and its object', () => {
    const event = ruled();
    const given = [
      {},
      { viewEventActions: true },
      { viewBankStats: true },
      { viewEventActions: true, viewBankStats: true },
    ];
    expect(given.map((each) => event && areMet(accessWith(each), event.needs))).toEqual([false, false, false, true]);
  });
});

describe('a record of the log', () => {
  const record = (kind: string, object: string, result = 'ok', members: { before?: object; after?: object } = {}) =>
    logEvent(
      {
        kind,
        object,
        result,
        before: members.before ? JSON.stringify(members.before) : null,
        after: members.after ? JSON.stringify(members.after) : null,
      },
      '/PowerEquipment/RackPDUs/1',
    );

  it.each([
    ['user.create', 'user:7', 'ResourceCreated', '/redfish/v1/AccountService/Accounts/7', 'viewUsersList'],
    ['user.lock', 'user:7', 'ResourceChanged', '/redfish/v1/AccountService/Accounts/7', 'viewUsersList'],
    ['user.passwordReset', 'user:7', 'ResourceChanged', '/redfish/v1/AccountService/Accounts/7', 'viewUsersList'],
    ['user.sshKey', 'user:7', 'ResourceChanged', '/redfish/v1/AccountService/Accounts/7', 'viewUsersList'],
    ['user.delete', 'user:7', 'ResourceRemoved', '/redfish/v1/AccountService/Accounts/7', 'viewUsersList'],
    ['group.change', 'group:3', 'ResourceChanged', `${PDU}/OutletGroups/3`, 'viewOutletGroups'],
    [
      'redfishSubscription.create',
      'redfishSubscription:2',
      'ResourceCreated',
      '/redfish/v1/EventService/Subscriptions/2',
      'viewNetworkSettings',
    ],
  ] as const)('%s is a message about that resource', (kind, object, message, origin, flag) => {
    const event = record(kind, object);
    expect(event).toMatchObject({ message: `ResourceEvent.1.4.${message}`, args: [], origin });
    expect([accessWith({ [flag]: true }), accessWith()].map((each) => event && areMet(each, event.needs))).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['that was refused', 'user.create', 'NOT_ALLOWED'],
    ['of another verb', 'user.signIn', 'ok'],
    ['of an object that is no resource', 'event.create', 'ok'],
    ['named as a member of every object', 'constructor.create', 'ok'],
    ['without a verb', 'user', 'ok'],
  ])('%s is none', (_, kind, result) => {
    expect(record(kind, `${kind}:1`, result)).toBeUndefined();
  });

  it('of firmware follows its installation to its end', () => {
    const versions = { before: { version: '0.1.0' }, after: { version: '0.2.0' } };
    const messages = [
      record('firmware.install', 'device', 'ok', versions),
      record('firmware.install', 'device', 'FIRMWARE_INVALID', {
        before: versions.before,
        after: { reason: 'damaged' },
      }),
      record('firmware.selfTest', 'device', 'ok', versions),
      record('firmware.rollBack', 'device', 'ok', versions),
    ];
    expect(messages.map((each) => each && [each.message, ...each.args])).toEqual([
      ['Update.1.3.InstallingOnComponent', '0.2.0', 'Controller'],
      ['Update.1.3.VerificationFailed', 'unknown', 'Controller'],
      ['Update.1.3.UpdateSuccessful', 'Controller', '0.2.0'],
      ['Update.1.3.ActivateFailed', '0.1.0', 'Controller'],
    ]);
    for (const each of messages) expect(each && Object.hasOwn(EVENT_MESSAGES, each.message)).toBe(true);
  });
});
