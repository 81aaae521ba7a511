import type { ObjectName } from './mib.js';

const CONTROLLER = ['controllerFaultName', 'controllerFaultText'] as const;
const DEVICE = ['deviceName', 'deviceIpAddress'] as const;
const EVENT = ['eventType', 'eventCode', 'eventName'] as const;
const EVENT_1 = [...EVENT, 'eventTriggerAttr1'] as const;
const EVENT_2 = [...EVENT_1, 'eventTriggerAttr2'] as const;
const EVENT_3 = [...EVENT_2, 'eventTriggerAttr3'] as const;
const INLET = ['inletName', 'inletPlug', 'inletType', 'inletLineConfiguration'] as const;
const BANK = ['bankName', 'bankLines', 'bankUuid'] as const;

/** A notification: its number below the MIB's `.9.0`, the object that holds what was measured, and all in order. */
export interface Notification {
  readonly number: number;
  readonly measured?: ObjectName;
  readonly objects: readonly ObjectName[];
}

const inlet = (number: number, measured: ObjectName): Notification => ({
  number,
  measured,
  objects: [...DEVICE, measured, ...INLET, ...EVENT_3],
});

const bank = (number: number, measured: ObjectName): Notification => ({
  number,
  measured,
  objects: [...DEVICE, measured, ...BANK, ...EVENT_3],
});

const outlet = (number: number): Notification => ({
  number,
  measured: 'outletCurrentRms',
  objects: [...DEVICE, 'outletCurrentRms', 'outletName', 'outletState', 'outletConnector', 'outletUuid', ...EVENT_3],
});

const sensor = (number: number, measured: ObjectName): Notification => ({
  number,
  measured,
  objects: [...DEVICE, measured, ...EVENT_3],
});

const transferSwitch = (number: number): Notification => ({
  number,
  objects: [...DEVICE, 'atsActiveInlet', 'atsInletId', 'atsInletReady', ...INLET, ...EVENT],
});

const plain = (number: number, event: readonly ObjectName[] = EVENT_3): Notification => ({
  number,
  objects: [...DEVICE, ...event],
});

/** Events of a line have one notification a line: L1, L2, L3. */
const LINES = {
  13: [inlet(2, 'inletLine1CurrentRms'), inlet(3, 'inletLine2CurrentRms'), inlet(4, 'inletLine3CurrentRms')],
  14: [inlet(5, 'inletLine1CurrentRms'), inlet(6, 'inletLine2CurrentRms'), inlet(7, 'inletLine3CurrentRms')],
} as const;

/** The code of an occurrence that no event asked for: somebody tries an action. */
const TEST_RUN = 0;
const TEST_NOTIFICATION = 1000;

/** By event code. The numbers are the public MIB's up to 51 (code 58) and go on in the same way. */
const NOTIFICATIONS: Readonly<Record<number, Notification>> = {
  [TEST_RUN]: plain(TEST_NOTIFICATION, EVENT), // far from all numbers that event codes may still get
  12: plain(1, EVENT_2),
  15: inlet(8, 'inletCurrentRms'),
  16: inlet(9, 'inletCurrentRms'),
  17: inlet(10, 'inletVoltageRms'),
  18: inlet(11, 'inletVoltageRms'),
  19: inlet(12, 'inletLineFrequency'),
  20: inlet(13, 'inletLineFrequency'),
  21: inlet(14, 'inletPowerFactor'),
  22: inlet(15, 'inletEnergyAccumulation'),
  23: inlet(16, 'inletActivePower'),
  24: inlet(17, 'inletActivePower'),
  25: inlet(18, 'inletApparentPower'),
  26: inlet(19, 'inletApparentPower'),
  27: inlet(20, 'inletReactivePower'),
  28: inlet(21, 'inletReactivePower'),
  29: inlet(22, 'inlet3PhaseBalance'),
  30: { number: 23, objects: [...DEVICE, 'bankCurrentRms', ...BANK, 'bankBreakerState', ...EVENT_1] },
  31: bank(24, 'bankCurrentRms'),
  32: bank(25, 'bankCurrentRms'),
  33: bank(26, 'bankVoltage'),
  34: bank(27, 'bankVoltage'),
  35: bank(28, 'bankLineFrequency'),
  36: bank(29, 'bankLineFrequency'),
  37: bank(30, 'bankPowerFactor'),
  // The MIB has no energy of a bank: the notification does without the measured column.
  38: { number: 31, objects: [...DEVICE, ...BANK, ...EVENT_3] },
  39: bank(32, 'bankActivePower'),
  40: bank(33, 'bankActivePower'),
  41: bank(34, 'bankApparentPower'),
  42: bank(35, 'bankApparentPower'),
  43: bank(36, 'bankReactivePower'),
  44: bank(37, 'bankReactivePower'),
  45: outlet(38),
  46: outlet(39),
  49: sensor(42, 'sensorTemp'),
  50: sensor(43, 'sensorTemp'),
  51: sensor(44, 'sensorHumidity'),
  52: sensor(45, 'sensorHumidity'),
  53: plain(46, EVENT_1),
  54: plain(47, EVENT_1),
  55: transferSwitch(48),
  56: transferSwitch(49),
  57: transferSwitch(50),
  58: transferSwitch(51),
  59: plain(52),
  60: plain(53),
  61: plain(54),
  62: plain(55),
  63: plain(56),
  64: plain(57),
  65: plain(58),
};

/** Codes of this controller alone: the notification is far from all numbers of the product family, like that of a test run. */
const OWN_CODES = { from: 102, notificationFrom: TEST_NOTIFICATION } as const;

/** @param line counted from 1, for the events of a line */
export function notificationOf(code: number, line = 1): Notification {
  const lines = code === 13 || code === 14 ? LINES[code] : undefined;
  if (code >= OWN_CODES.from) {
    return { number: OWN_CODES.notificationFrom + code, objects: [...DEVICE, ...CONTROLLER, ...EVENT_1] };
  }
  return lines?.[line - 1] ?? NOTIFICATIONS[code] ?? plain(code - 7);
}
