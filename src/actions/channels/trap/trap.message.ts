import { displayString, integer32 } from '../../../common/snmp/encoding.js';
import type { EventOccurrence } from '../../event-occurrence.js';
import { notificationOid, OBJECTS, oidOf, type MibTable, type ObjectName, type Syntax } from './mib.js';
import { notificationOf } from './trap-notifications.js';

export type MibValue = string | number | boolean;

/** One variable of a trap, written as the MIB wants it. Without a value: not known now. */
export interface TrapVariable {
  readonly name: ObjectName;
  readonly oid: string;
  readonly syntax: Syntax;
  readonly value?: MibValue | undefined;
}

/** An SNMP notification with its variables in order. */
export interface Trap {
  readonly oid: string;
  readonly variables: readonly TrapVariable[];
}

/** The content of a trap besides the occurrence itself. Values in the units of the API. */
export interface TrapFacts {
  readonly deviceName: string;
  /** IPv4. */
  readonly deviceIpAddress: string;
  /** Row of the inlet, bank, outlet or sensor, counted from 1. */
  readonly index: number;
  /** For the events of a line: 1 to 3. */
  readonly line?: number | undefined;
  readonly values: Readonly<Partial<Record<ObjectName, MibValue | undefined>>>;
}

export function trapOf(occurrence: EventOccurrence, facts: TrapFacts): Trap {
  const { number, measured, objects } = notificationOf(occurrence.code, facts.line);
  const rows: Readonly<Record<MibTable, number>> = {
    device: 0,
    controller: 0,
    inlet: facts.index,
    bank: facts.index,
    outlet: facts.index,
    sensor: facts.index,
    event: occurrence.eventId,
  };
  const [attr1 = '', attr2 = '', attr3 = ''] = occurrence.params;
  const values: TrapFacts['values'] = {
    ...facts.values,
    ...(measured && occurrence.reading && { [measured]: measuredValue(measured, occurrence.reading.value) }),
    deviceName: facts.deviceName,
    deviceIpAddress: facts.deviceIpAddress,
    controllerFaultName: occurrence.object,
    controllerFaultText: occurrence.detail ?? '',
    eventType: occurrence.objectKind,
    eventCode: occurrence.code,
    eventName: occurrence.eventName,
    eventTriggerAttr1: attr1,
    eventTriggerAttr2: attr2,
    eventTriggerAttr3: attr3,
  };
  const variables = objects.map((name): TrapVariable => {
    const { table, syntax } = OBJECTS[name];
    return { name, oid: oidOf(name, rows[table]), syntax, value: encoded(syntax, values[name]) };
  });
  return { oid: notificationOid(number), variables };
}

/** The event measures the imbalance of the lines; the MIB has their balance. */
const measuredValue = (name: ObjectName, value: number): number =>
  name === 'inlet3PhaseBalance' ? Math.max(0, 100 - value) : value;

function encoded(syntax: Syntax, value: MibValue | undefined): MibValue | undefined {
  if (typeof syntax === 'number') return typeof value === 'number' ? integer32(value * syntax) : undefined;
  return typeof value === 'string' ? displayString(value) : value;
}
