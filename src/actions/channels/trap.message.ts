import type { Firing } from '../firing.js';
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

/** What a trap says besides the firing itself. Values in the units of the API. */
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

export function trapOf(firing: Firing, facts: TrapFacts): Trap {
  const { number, measured, objects } = notificationOf(firing.code, facts.line);
  const rows: Readonly<Record<MibTable, number>> = {
    device: 0,
    controller: 0,
    inlet: facts.index,
    bank: facts.index,
    outlet: facts.index,
    sensor: facts.index,
    event: firing.eventId,
  };
  const [attr1 = '', attr2 = '', attr3 = ''] = firing.params;
  const values: TrapFacts['values'] = {
    ...facts.values,
    ...(measured && firing.reading && { [measured]: measuredValue(measured, firing.reading.value) }),
    deviceName: facts.deviceName,
    deviceIpAddress: facts.deviceIpAddress,
    controllerFaultName: firing.object,
    controllerFaultText: firing.detail ?? '',
    eventType: firing.objectKind,
    eventCode: firing.code,
    eventName: firing.eventName,
    eventTriggerAttr1: attr1,
    eventTriggerAttr2: attr2,
    eventTriggerAttr3: attr3,
  };
  const variables = objects.map((name): TrapVariable => {
    const { table, syntax } = OBJECTS[name];
    return { name, oid: oidOf(name, rows[table]), syntax, value: written(syntax, values[name]) };
  });
  return { oid: notificationOid(number), variables };
}

/** The event looks at how far the lines are out of balance; the MIB says how well they are in it. */
const measuredValue = (name: ObjectName, value: number): number =>
  name === 'inlet3PhaseBalance' ? Math.max(0, 100 - value) : value;

function written(syntax: Syntax, value: MibValue | undefined): MibValue | undefined {
  if (typeof syntax === 'number') return typeof value === 'number' ? integer32(value * syntax) : undefined;
  return typeof value === 'string' ? displayString(value) : value;
}

const MOST = 2 ** 31 - 1;
const integer32 = (value: number): number => Math.max(-MOST - 1, Math.min(MOST, Math.round(value)));

const LONGEST = 255;

/** A DisplayString has at most 255 octets; a character is never cut in two. */
function displayString(text: string): string {
  if (Buffer.byteLength(text) <= LONGEST) return text;
  let room = LONGEST;
  const characters = [...text];
  const end = characters.findIndex((character) => (room -= Buffer.byteLength(character)) < 0);
  return characters.slice(0, end).join('');
}
