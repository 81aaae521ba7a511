/** The objects that traps carry: where each stands in the MIB (docs/mib), and how its value is written. */

export const MIB_ROOT = '1.3.6.1.4.1.21728.4';

/**
 * The encoding of a value: text, IPv4 address, truth value, or an Integer32 of so many parts of the unit
 * (1000: thousandths).
 */
export type Syntax = 'text' | 'address' | 'truth' | number;

/** The table that an object is a column of; `device` and `controller` have single values. */
export type MibTable = 'device' | 'controller' | 'inlet' | 'bank' | 'outlet' | 'sensor' | 'event';

export interface MibObject {
  readonly table: MibTable;
  readonly column: number;
  readonly syntax: Syntax;
}

const MILLI = 1000;
const HUNDREDTHS = 100;
const TENTHS = 10;
const WHOLE = 1;

const object = (table: MibTable, column: number, syntax: Syntax): MibObject => ({ table, column, syntax });

export const OBJECTS = {
  deviceName: object('device', 11, 'text'),
  deviceIpAddress: object('device', 12, 'address'),

  inletType: object('inlet', 2, 'text'),
  inletPlug: object('inlet', 3, 'text'),
  inletName: object('inlet', 4, 'text'),
  inletEnergyAccumulation: object('inlet', 5, HUNDREDTHS),
  inletPowerFactor: object('inlet', 6, HUNDREDTHS),
  inlet3PhaseBalance: object('inlet', 9, WHOLE),
  inletLine1CurrentRms: object('inlet', 10, MILLI),
  inletLine2CurrentRms: object('inlet', 11, MILLI),
  inletLine3CurrentRms: object('inlet', 12, MILLI),
  inletLineConfiguration: object('inlet', 13, 'text'),
  inletActivePower: object('inlet', 14, WHOLE),
  inletApparentPower: object('inlet', 15, WHOLE),
  inletReactivePower: object('inlet', 16, WHOLE),
  inletCurrentRms: object('inlet', 17, MILLI),
  inletLineFrequency: object('inlet', 18, HUNDREDTHS),
  inletVoltageRms: object('inlet', 19, TENTHS),
  atsActiveInlet: object('inlet', 20, 'truth'),
  atsInletId: object('inlet', 21, 'text'),
  atsInletReady: object('inlet', 22, 'truth'),

  bankUuid: object('bank', 2, 'text'),
  bankCurrentRms: object('bank', 5, MILLI),
  bankVoltage: object('bank', 6, TENTHS),
  bankLineFrequency: object('bank', 7, HUNDREDTHS),
  bankPowerFactor: object('bank', 8, HUNDREDTHS),
  bankLines: object('bank', 9, 'text'),
  bankActivePower: object('bank', 10, WHOLE),
  bankReactivePower: object('bank', 11, WHOLE),
  bankApparentPower: object('bank', 12, WHOLE),
  bankName: object('bank', 13, 'text'),
  bankBreakerState: object('bank', 15, 'truth'),

  outletUuid: object('outlet', 2, 'text'),
  outletName: object('outlet', 3, 'text'),
  outletCurrentRms: object('outlet', 6, MILLI),
  outletState: object('outlet', 7, WHOLE),
  outletConnector: object('outlet', 8, 'text'),

  sensorTemp: object('sensor', 3, HUNDREDTHS),
  sensorHumidity: object('sensor', 4, HUNDREDTHS),

  controllerFaultName: object('controller', 1, 'text'),
  controllerFaultText: object('controller', 2, 'text'),

  eventType: object('event', 2, 'text'),
  eventCode: object('event', 3, WHOLE),
  eventName: object('event', 4, 'text'),
  eventTriggerAttr1: object('event', 5, 'text'),
  eventTriggerAttr2: object('event', 6, 'text'),
  eventTriggerAttr3: object('event', 7, 'text'),
} as const satisfies Record<string, MibObject>;

export type ObjectName = keyof typeof OBJECTS;

const TABLES: Readonly<Record<MibTable, string>> = {
  device: '1',
  controller: '1000',
  inlet: '2.1.1',
  bank: '4.1.1',
  outlet: '5.1.1',
  sensor: '7.1.1',
  event: '9.2.1.1',
};

/** @param index of the row, counted from 1; 0 for the single values of the device */
export const oidOf = (name: ObjectName, index: number): string => {
  const { table, column } = OBJECTS[name];
  return `${MIB_ROOT}.${TABLES[table]}.${column}.${index}`;
};

/** The n-th notification. */
export const notificationOid = (n: number): string => `${MIB_ROOT}.9.0.${n}`;
