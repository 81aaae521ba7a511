import { describe, expect, it } from '@jest/globals';
import { oidOf, OBJECTS, type ObjectName } from './mib.js';
import { notificationOf } from './trap-notifications.js';

const EVENT = 'eventType eventCode eventName';
const ATTRS = 'eventTriggerAttr1 eventTriggerAttr2 eventTriggerAttr3';
const INLET = 'inletName inletPlug inletType inletLineConfiguration';

/** The families of the specification's table, each with its variables between the device's two and the end. */
const FAMILIES: Readonly<Record<string, (measured: string) => string>> = {
  autoPing: () => `${EVENT} eventTriggerAttr1 eventTriggerAttr2`,
  inlet: (measured) => `${measured} ${INLET} ${EVENT} ${ATTRS}`,
  breaker: () => `bankCurrentRms bankName bankLines bankUuid bankBreakerState ${EVENT} eventTriggerAttr1`,
  bank: (measured) => `${measured} bankName bankLines bankUuid ${EVENT} ${ATTRS}`,
  outlet: () => `outletCurrentRms outletName outletState outletConnector outletUuid ${EVENT} ${ATTRS}`,
  sensor: (measured) => `${measured} ${EVENT} ${ATTRS}`,
  schedule: () => `${EVENT} eventTriggerAttr1`,
  transfer: () => `atsActiveInlet atsInletId atsInletReady ${INLET} ${EVENT}`,
  other: () => `${EVENT} ${ATTRS}`,
};

/** Every event code of the specification, by hand: code, line, number, family, measured. */
const TABLE: readonly (readonly [number, number | undefined, number, string, string])[] = [
  [12, undefined, 1, 'autoPing', ''],
  [13, 1, 2, 'inlet', 'inletLine1CurrentRms'],
  [13, 2, 3, 'inlet', 'inletLine2CurrentRms'],
  [13, 3, 4, 'inlet', 'inletLine3CurrentRms'],
  [14, 1, 5, 'inlet', 'inletLine1CurrentRms'],
  [14, 2, 6, 'inlet', 'inletLine2CurrentRms'],
  [14, 3, 7, 'inlet', 'inletLine3CurrentRms'],
  [15, undefined, 8, 'inlet', 'inletCurrentRms'],
  [16, undefined, 9, 'inlet', 'inletCurrentRms'],
  [17, undefined, 10, 'inlet', 'inletVoltageRms'],
  [18, undefined, 11, 'inlet', 'inletVoltageRms'],
  [19, undefined, 12, 'inlet', 'inletLineFrequency'],
  [20, undefined, 13, 'inlet', 'inletLineFrequency'],
  [21, undefined, 14, 'inlet', 'inletPowerFactor'],
  [22, undefined, 15, 'inlet', 'inletEnergyAccumulation'],
  [23, undefined, 16, 'inlet', 'inletActivePower'],
  [24, undefined, 17, 'inlet', 'inletActivePower'],
  [25, undefined, 18, 'inlet', 'inletApparentPower'],
  [26, undefined, 19, 'inlet', 'inletApparentPower'],
  [27, undefined, 20, 'inlet', 'inletReactivePower'],
  [28, undefined, 21, 'inlet', 'inletReactivePower'],
  [29, undefined, 22, 'inlet', 'inlet3PhaseBalance'],
  [30, undefined, 23, 'breaker', ''],
  [31, undefined, 24, 'bank', 'bankCurrentRms'],
  [32, undefined, 25, 'bank', 'bankCurrentRms'],
  [33, undefined, 26, 'bank', 'bankVoltage'],
  [34, undefined, 27, 'bank', 'bankVoltage'],
  [35, undefined, 28, 'bank', 'bankLineFrequency'],
  [36, undefined, 29, 'bank', 'bankLineFrequency'],
  [37, undefined, 30, 'bank', 'bankPowerFactor'],
  [38, undefined, 31, 'bank', ''],
  [39, undefined, 32, 'bank', 'bankActivePower'],
  [40, undefined, 33, 'bank', 'bankActivePower'],
  [41, undefined, 34, 'bank', 'bankApparentPower'],
  [42, undefined, 35, 'bank', 'bankApparentPower'],
  [43, undefined, 36, 'bank', 'bankReactivePower'],
  [44, undefined, 37, 'bank', 'bankReactivePower'],
  [45, undefined, 38, 'outlet', ''],
  [46, undefined, 39, 'outlet', ''],
  [49, undefined, 42, 'sensor', 'sensorTemp'],
  [50, undefined, 43, 'sensor', 'sensorTemp'],
  [51, undefined, 44, 'sensor', 'sensorHumidity'],
  [52, undefined, 45, 'sensor', 'sensorHumidity'],
  [53, undefined, 46, 'schedule', ''],
  [54, undefined, 47, 'schedule', ''],
  [55, undefined, 48, 'transfer', ''],
  [56, undefined, 49, 'transfer', ''],
  [57, undefined, 50, 'transfer', ''],
  [58, undefined, 51, 'transfer', ''],
  [59, undefined, 52, 'other', ''],
  [60, undefined, 53, 'other', ''],
  [61, undefined, 54, 'other', ''],
  [62, undefined, 55, 'other', ''],
  [63, undefined, 56, 'other', ''],
  [64, undefined, 57, 'other', ''],
  [65, undefined, 58, 'other', ''],
];

describe('the notification of an event', () => {
  it.each(TABLE)('with code %i (line %p) is number %i of the family %s %s', (code, line, number, family, measured) => {
    const notification = notificationOf(code, line);
    expect(notification.number).toBe(number);
    const between = FAMILIES[family]?.(measured).trim().split(/\s+/);
    expect(notification.objects).toEqual(['deviceName', 'deviceIpAddress', ...(between ?? [])]);
  });

  it('has a number less by seven than the code, but for those of lines', () => {
    for (const [code, , number] of TABLE) if (code >= 15) expect(number).toBe(code - 7);
  });
});

describe('the notification of a test', () => {
  it('is one of its own, and names the action', () => {
    expect(notificationOf(0)).toEqual({
      number: 1000,
      objects: ['deviceName', 'deviceIpAddress', ...EVENT.split(' ')],
    });
  });
});

describe('an object of a trap', () => {
  it.each<[ObjectName, number, string]>([
    ['deviceName', 0, '1.11.0'],
    ['deviceIpAddress', 0, '1.12.0'],
    ['inletName', 2, '2.1.1.4.2'],
    ['inletCurrentRms', 1, '2.1.1.17.1'],
    ['atsInletReady', 2, '2.1.1.22.2'],
    ['bankCurrentRms', 3, '4.1.1.5.3'],
    ['bankBreakerState', 1, '4.1.1.15.1'],
    ['outletState', 16, '5.1.1.7.16'],
    ['sensorTemp', 1, '7.1.1.3.1'],
    ['eventCode', 12, '9.2.1.1.3.12'],
  ])('%s of row %i stands at .%s', (name, row, oid) => {
    expect(oidOf(name, row)).toBe(`1.3.6.1.4.1.21728.4.${oid}`);
  });

  it('stands at a place of its own', () => {
    const places = Object.values(OBJECTS).map(({ table, column }) => `${table} ${column}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('the events of the controller itself', () => {
  it.each([102, 109, 112, 113])(
    '%i: a number far from those of the product family, with the fault and its sentence',
    (code) => {
      expect(notificationOf(code)).toEqual({
        number: 1000 + code,
        objects: [
          'deviceName',
          'deviceIpAddress',
          'controllerFaultName',
          'controllerFaultText',
          'eventType',
          'eventCode',
          'eventName',
          'eventTriggerAttr1',
        ],
      });
    },
  );
});
