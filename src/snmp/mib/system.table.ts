import { randomInt } from 'node:crypto';
import { VERSION } from '../../common/version.js';
import { columns, live } from './cells.js';
import type { MibContext, MibSources } from './context.js';
import { scalars, table, type ColumnWrite, type MibTable } from './object.js';
import { settingWrite } from './settings-write.js';

const SYSTEM = '1.3.6.1.2.1.1';
const ENTERPRISES = '1.3.6.1.4.1';

/** The identity that a manager chooses its template by, with the description that goes with it. */
const IDENTITIES = {
  synlink: { objectId: `${ENTERPRISES}.21728.4` },
  netbooter: { objectId: `${ENTERPRISES}.21728.3`, description: 'Synaccess Remote PDU' },
  apc: { objectId: `${ENTERPRISES}.318.1.3.4.5` },
} as const;

/** End systems and applications (RFC 3418): layers 4 and 7. */
const SERVICES = 72;
const CENTISECOND = 10;

/** Time since the start of the controller. */
export const upTicks = ({ sources }: MibContext): number => Math.floor(sources.clock.uptime() / CENTISECOND) % 2 ** 32;

function description({ settings, driver }: MibSources): string {
  const identity = IDENTITIES[settings.get('snmpIdentity')];
  const own = `Rackfeed ${VERSION}, ${driver.model.profile.modelNumber}, ${driver.name}`;
  return settings.get('snmpSysDescr') || ('description' in identity ? identity.description : own);
}

/** The MIB modules that the agent names as served: their identifier and a sentence. */
const RESOURCES = [
  ['1.3.6.1.6.3.1', 'SNMPv2-MIB: the system and the SNMP entity.'],
  ['1.3.6.1.6.3.15.2.1.1', 'SNMP-USER-BASED-SM-MIB: the statistics of the user-based security model.'],
  ['1.3.6.1.2.1.99', 'ENTITY-SENSOR-MIB: the measurements of inlets, banks, outlets and sensors.'],
] as const;

const everyone = (): boolean => true;

/** The system group (RFC 3418), and the number by which managers that write take turns. */
export function systemTables(): MibTable[] {
  return [
    scalars(everyone, [
      ...columns<undefined>(SYSTEM, [
        [1, 'octets', (_, { sources }) => description(sources)],
        [2, 'oid', (_, { sources }) => IDENTITIES[sources.settings.get('snmpIdentity')].objectId],
        [4, 'octets', (_, { sources }) => sources.settings.get('snmpContact'), settingWrite('snmpContact')],
        [5, 'octets', (_, { sources }) => sources.settings.get('hostName'), settingWrite('hostName')],
        [6, 'octets', (_, { sources }) => sources.settings.get('snmpLocation'), settingWrite('snmpLocation')],
        [7, 'integer', () => SERVICES],
        [8, 'timeTicks', () => 0],
      ]),
      ...live(columns<undefined>('1.3.6.1', [['2.1.1.3', 'timeTicks', (_, at) => upTicks(at)], setSerialNumber()])),
    ]),
    table({
      rows: () => RESOURCES.map((row, place) => ({ index: [place + 1], row })),
      mayView: everyone,
      columns: columns<(typeof RESOURCES)[number]>(`${SYSTEM}.9.1`, [
        [2, 'oid', ([id]) => id],
        [3, 'octets', ([, sentence]) => sentence],
        [4, 'timeTicks', () => 0],
      ]),
    }),
  ];
}

/** A SET of snmpSetSerialNo with another value than the present one is refused, and with it the whole SET. */
function setSerialNumber(): readonly ['6.3.1.1.6.1', 'integer', () => number, ColumnWrite<undefined>] {
  const LIMIT = 2 ** 31;
  let serial = randomInt(LIMIT);
  return [
    '6.3.1.1.6.1',
    'integer',
    () => serial,
    {
      mayWrite: (_, access) => access.usesAny('modifyOutlets') || access.can('modifyGlobalDeviceSettings'),
      check: (value) => (Number(value) === serial ? undefined : 'inconsistentValue'),
      request: () => ({ kind: 'other', run: () => (serial = (serial + 1) % LIMIT) }),
    },
  ];
}
