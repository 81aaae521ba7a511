import type { BankModel, InletModel, OutletModel, SensorModel } from '../hardware/profiles/pdu-model.js';
import type { LineName, ModelProfile } from '../hardware/profiles/profile.js';
import type { BankReading, InletReading, OutletReading, TemperatureHumidityReading } from '../hardware/snapshot.js';
import { formatDecimal } from '../common/text.js';
import { rounded } from '../common/units.js';
import { apparentPowerOf, type OutletView } from '../outlets/outlet.view.js';
import { asciiOf } from './ascii.js';

/** The PDU as one caller may see it; a list that the caller may not see is absent. */
export interface NutSource {
  readonly profile: ModelProfile;
  readonly device: DeviceFacts;
  /** True once an upsmon has asked for the shutdown of all hosts. */
  readonly fsd: boolean;
  readonly inlets: readonly InletSource[] | undefined;
  readonly banks: readonly BankSource[] | undefined;
  readonly sensors: readonly SensorSource[] | undefined;
  readonly outlets: readonly OutletSource[];
  readonly groups: readonly GroupSource[] | undefined;
}

export interface DeviceFacts {
  readonly name: string;
  readonly macAddress: string;
  readonly contact: string;
  readonly location: string;
  readonly version: string;
  /** Name of the hardware driver. */
  readonly driver: string;
  /** Since the start of the controller, s. */
  readonly uptime: number;
}

export interface InletSource {
  readonly inlet: InletModel;
  readonly reading: InletReading;
}
export interface BankSource {
  readonly bank: BankModel;
  readonly name: string;
  readonly reading: BankReading;
  /** Number of outlets behind it. */
  readonly outlets: number;
}
export interface SensorSource {
  readonly sensor: SensorModel;
  readonly name: string;
  readonly reading: TemperatureHumidityReading;
}
export interface OutletSource {
  readonly outlet: OutletModel;
  readonly view: OutletView;
  readonly reading: OutletReading | undefined;
  readonly hasRelayFault: boolean | undefined;
}
export interface GroupSource {
  /** Its number among the banks and groups; it stays while other groups come and go. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  /** The outlets of the group that the caller may view. */
  readonly outlets: readonly Pick<OutletView, 'state' | 'watts'>[];
}

type Type = 'NUMBER' | `STRING:${number}`;
/** Undefined while it is unknown: the variable is left out then. */
type Value = string | number | undefined;

interface Row<Source> {
  /** With `n` in place of the number of the object. */
  readonly name: string;
  readonly type: Type;
  readonly description: string;
  readonly valueOf: (source: Source) => Value;
  readonly writable?: true;
}

const number = <Source>(name: string, description: string, valueOf: (source: Source) => number | undefined) =>
  ({ name, type: 'NUMBER', description, valueOf }) as const satisfies Row<Source>;
const text = <Source>(
  name: string,
  description: string,
  valueOf: (source: Source) => string | undefined,
  length = 64,
) => ({ name, type: `STRING:${length}`, description, valueOf }) as const satisfies Row<Source>;
/** Length of the name of an outlet, a bank or a group. */
export const MAX_NAME = 100;
const name = <Source>(rowName: string, description: string, valueOf: (source: Source) => string | undefined) =>
  text(rowName, description, valueOf, MAX_NAME);
const writableName = <Source>(rowName: string, description: string, valueOf: (source: Source) => string | undefined) =>
  ({ ...name(rowName, description, valueOf), writable: true }) as const satisfies Row<Source>;

const serial = ({ profile }: NutSource): string => profile.enclosureSerialNumber;
const modelNumber = ({ profile }: NutSource): string => profile.modelNumber;

const DEVICE_ROWS: readonly Row<NutSource>[] = [
  text('device.mfr', 'Manufacturer of the device', () => 'Rackfeed'),
  text('device.model', 'Model of the device', modelNumber),
  text('device.serial', 'Serial number of the enclosure', serial),
  text('device.type', 'Kind of the device', () => 'pdu'),
  text('device.part', 'Part number of the device', modelNumber),
  text('device.macaddr', 'Hardware address of the network interface', ({ device }) => device.macAddress || undefined),
  number('device.uptime', 'Time since the start of the controller (seconds)', ({ device }) => device.uptime),
  name('device.description', 'Name of the device', ({ device }) => device.name),
  text('device.contact', 'Contact of the device', ({ device }) => device.contact || undefined, 255),
  text('device.location', 'Location of the device', ({ device }) => device.location || undefined, 255),
  number('device.count', 'Number of devices', () => 1),
  text('driver.name', 'Name of the driver', () => 'rackfeed'),
  text('driver.version', 'Version of the driver', ({ device }) => device.version),
  text('driver.version.data', 'Hardware driver of the controller', ({ device }) => device.driver),
  text('driver.state', 'State of the driver', () => 'quiet'),
  text('ups.status', 'Status of the device', statusOf),
  text('ups.alarm', 'Alarms of the device', (source) => alarmsOf(source).join('; ') || undefined, 1000),
  text('ups.mfr', 'Manufacturer of the device', () => 'Rackfeed'),
  text('ups.model', 'Model of the device', modelNumber),
  text('ups.serial', 'Serial number of the enclosure', serial),
  text('ups.firmware', 'Version of the controller', ({ device }) => device.version),
  name('ups.id', 'Name of the device', ({ device }) => device.name),
  number('ups.load', 'Load of the most loaded inlet line (percent of its rating)', withFeeding(loadOf)),
  number('ups.power', 'Apparent power of all inlets (VA)', withFeeding(sumOf((reading) => reading.apparentPower))),
  number('ups.realpower', 'Active power of all inlets (W)', withFeeding(sumOf((reading) => reading.activePower))),
];

const LINES: readonly LineName[] = ['L1', 'L2', 'L3'];
/** The voltage of a line of a delta is that to the next line. */
const LINE_PAIRS: Readonly<Record<LineName, string>> = { L1: 'L1-L2', L2: 'L2-L3', L3: 'L3-L1' };

const INPUT_ROWS: readonly Row<NutSource>[] = [
  number('input.phases', 'Number of input phases', ({ inlets }) => inlets?.[0]?.inlet.lines.length),
  number('input.count', 'Number of inlets', ({ inlets }) => inlets?.length),
  text('input.source', 'Number of the inlet that feeds the load', (source) =>
    source.profile.inletConfig === 'ats' ? ofFirst(source, ({ inlet }) => String(inlet.position + 1)) : undefined,
  ),
  text(
    'input.source.preferred',
    'Number of the inlet that feeds the load while both are ready',
    ({ profile, inlets }) => (inlets && profile.inletConfig === 'ats' ? '1' : undefined),
  ),
  number(
    'input.voltage',
    'Input voltage (V)',
    withFirst(({ reading }) => reading.voltage),
  ),
  number(
    'input.voltage.nominal',
    'Nominal input voltage (V)',
    withFirst(({ inlet }) => inlet.nominalVoltage),
  ),
  number('input.current', 'Input current (A)', withFeeding(sumOf((reading) => reading.current))),
  number(
    'input.current.nominal',
    'Rated input current of a line (A)',
    withFirst(({ inlet }) => inlet.ratedCurrent),
  ),
  number(
    'input.frequency',
    'Input line frequency (Hz)',
    withFirst(({ reading }) => reading.frequency),
  ),
  number(
    'input.frequency.nominal',
    'Nominal line frequency (Hz)',
    withFirst(({ inlet }) => inlet.nominalFrequency),
  ),
  number('input.power', 'Input apparent power (VA)', withFeeding(sumOf((reading) => reading.apparentPower))),
  number('input.realpower', 'Input active power (W)', withFeeding(sumOf((reading) => reading.activePower))),
  number('input.powerfactor', 'Input power factor', withFeeding(powerFactorOf)),
  number('input.load', 'Load of the most loaded line (percent of its rating)', withFeeding(loadOf)),
  ...LINES.flatMap((line, place): Row<NutSource>[] => [
    number(`input.${line}.current`, `Current of line ${line} (A)`, (source) =>
      ofLine(source, place, ({ reading }) => reading.lines[place]?.current),
    ),
    number(`input.${line}-N.voltage`, `Voltage between line ${line} and neutral (V)`, (source) =>
      ofLine(source, place, ({ inlet, reading }) =>
        inlet.lineConfiguration === 'L-N' ? reading.lines[place]?.voltage : undefined,
      ),
    ),
    number(`input.${LINE_PAIRS[line]}.voltage`, `Voltage between lines ${LINE_PAIRS[line]} (V)`, (source) =>
      ofLine(source, place, ({ inlet, reading }) =>
        inlet.lineConfiguration === 'L-L' ? reading.lines[place]?.voltage : undefined,
      ),
    ),
  ]),
];

/** One inlet of several. */
const INLET_ROWS: readonly Row<InletSource>[] = [
  number('input.n.voltage', 'Voltage of inlet n (V)', ({ reading }) => reading.voltage),
  number('input.n.frequency', 'Line frequency of inlet n (Hz)', ({ reading }) => reading.frequency),
  number('input.n.current', 'Current of inlet n (A)', ({ reading }) => reading.current),
  number('input.n.realpower', 'Active power of inlet n (W)', ({ reading }) => reading.activePower),
];

const AMBIENT_ROWS: readonly Row<NutSource>[] = [
  text('ambient.present', 'Presence of an ambient sensor', ({ sensors }) => sensors && yesNo(isPresent(sensors[0]))),
  number('ambient.temperature', 'Ambient temperature (degrees C)', ({ sensors }) => sensors?.[0]?.reading.temperature),
  number('ambient.humidity', 'Ambient relative humidity (percent)', ({ sensors }) => sensors?.[0]?.reading.humidity),
  number('ambient.count', 'Number of ambient sensors', ({ sensors }) => sensors?.length),
];

const SENSOR_ROWS: readonly Row<SensorSource>[] = [
  name('ambient.n.name', 'Name of sensor n', (source) => source.name),
  text('ambient.n.present', 'Presence of sensor n', (source) => yesNo(isPresent(source))),
  number('ambient.n.temperature', 'Temperature of sensor n (degrees C)', ({ reading }) => reading.temperature),
  number('ambient.n.humidity', 'Relative humidity of sensor n (percent)', ({ reading }) => reading.humidity),
];

const ALL_OUTLETS_ROWS: readonly Row<NutSource>[] = [
  number('outlet.count', 'Number of outlets', ({ outlets }) => outlets.at(-1)?.outlet.index ?? 0),
  text('outlet.switchable', 'Outlets can be switched', ({ profile }) => yesNo(profile.outletSwitching)),
  text('outlet.desc', 'Description of the outlets', () => 'All outlets'),
];

interface OutletOfModel extends OutletSource {
  readonly profile: ModelProfile;
}

const OUTLET_ROWS: readonly Row<OutletOfModel>[] = [
  number('outlet.n.id', 'Number of outlet n', ({ outlet }) => outlet.index),
  name('outlet.n.name', 'Name of outlet n', ({ view }) => view.outletName),
  writableName('outlet.n.desc', 'Name of outlet n', ({ view }) => view.outletName),
  text('outlet.n.type', 'Connector of outlet n', ({ outlet }) => outlet.receptacle),
  number('outlet.n.groupid', 'Number of the bank of outlet n', ({ outlet }) => outlet.bank + 1),
  text('outlet.n.status', 'State of the relay of outlet n', ({ view }) => view.state?.toLowerCase()),
  text('outlet.n.switchable', 'Outlet n can be switched', ({ profile }) => yesNo(profile.outletSwitching)),
  number('outlet.n.current', 'Current of outlet n (A)', ({ view }) => view.currentRms),
  number('outlet.n.realpower', 'Active power of outlet n (W)', ({ view }) => view.watts),
  number('outlet.n.power', 'Apparent power of outlet n (VA)', ({ view }) => apparentPowerOf(view)),
  number('outlet.n.voltage', 'Voltage of the circuit of outlet n (V)', ({ view }) => view.circuitVoltage),
  number('outlet.n.powerfactor', 'Power factor of outlet n', ({ profile, reading }) =>
    profile.outletMetering ? reading?.powerFactor : undefined,
  ),
  text('outlet.n.alarm', 'Alarm of outlet n', ({ hasRelayFault }) =>
    hasRelayFault === true ? 'relay failed' : undefined,
  ),
];

const ALL_GROUPS_ROWS: readonly Row<NutSource>[] = [
  number('outlet.group.count', 'Number of banks and outlet groups', ({ banks, groups }) =>
    banks || groups ? Math.max(0, banks?.length ?? 0, ...(groups ?? []).map((group) => group.number)) : undefined,
  ),
];

/** A bank and a group have the same names for different readings. */
const BANK_ROWS: readonly Row<BankSource>[] = [
  text('outlet.group.n.id', 'Id of bank n', ({ bank }) => bank.id),
  writableName('outlet.group.n.name', 'Name of bank or group n', (source) => source.name),
  text('outlet.group.n.type', 'Kind of group n', () => 'outlet-section'),
  number('outlet.group.n.count', 'Number of outlets of bank or group n', ({ outlets }) => outlets),
  number('outlet.group.n.current', 'Current of bank n (A)', ({ reading }) => reading.current),
  number('outlet.group.n.voltage', 'Voltage of bank n (V)', ({ reading }) => reading.voltage),
  number('outlet.group.n.realpower', 'Active power of bank or group n (W)', ({ reading }) => reading.activePower),
  number('outlet.group.n.power', 'Apparent power of bank n (VA)', ({ reading }) => reading.apparentPower),
  text('outlet.group.n.phase', 'Lines that feed bank n', ({ bank }) => bank.lines.join('-')),
  number('outlet.group.n.input', 'Number of the inlet that feeds bank n', ({ bank }) => bank.inlet + 1),
  text('outlet.group.n.status', 'State of the breaker of bank n, or of the outlets of group n', ({ reading }) =>
    reading.breakerClosed === undefined ? undefined : reading.breakerClosed ? 'on' : 'off',
  ),
];

const GROUP_ROWS: readonly Row<GroupSource>[] = [
  text('outlet.group.n.id', 'Id of bank or group n', (group) => group.id),
  writableName('outlet.group.n.name', 'Name of bank or group n', (group) => group.name),
  text('outlet.group.n.type', 'Kind of group n', () => 'user'),
  number('outlet.group.n.count', 'Number of outlets of bank or group n', ({ outlets }) => outlets.length),
  number('outlet.group.n.realpower', 'Active power of bank or group n (W)', ({ outlets }) =>
    total(outlets.map(({ watts }) => watts)),
  ),
  text('outlet.group.n.status', 'State of the breaker of bank n, or of the outlets of group n', stateOfGroup),
];

/** The rows by which descriptions are found. */
const ALL_ROWS: readonly Row<never>[] = [
  ...[DEVICE_ROWS, INPUT_ROWS, INLET_ROWS, AMBIENT_ROWS, SENSOR_ROWS, ALL_OUTLETS_ROWS, OUTLET_ROWS, ALL_GROUPS_ROWS],
  ...[GROUP_ROWS, BANK_ROWS],
].flat();
const DESCRIPTIONS: ReadonlyMap<string, string> = new Map(ALL_ROWS.map((row) => [row.name, row.description]));

/** One sentence about a variable, whether or not the PDU has it now; undefined for an unknown name. */
export function descriptionOf(variable: string): string | undefined {
  const [, place] = /\.(\d+)\./.exec(variable) ?? [];
  const description = DESCRIPTIONS.get(variable.replace(/\.\d+\./, '.n.'));
  return place === undefined ? description : description?.replace(/\bn\b/g, place);
}

/** One variable with its value of now. */
export interface NutVariable {
  readonly name: string;
  /** As it is sent, between quotes. */
  readonly value: string;
  readonly type: Type;
  readonly isWritable: boolean;
}

/** All variables that the source knows, in the order in which they are listed. */
export function variablesOf(source: NutSource): NutVariable[] {
  const { profile, inlets = [], sensors = [], banks = [], groups = [] } = source;
  const several = inlets.length > 1 ? inlets : [];
  return [
    ...rowsOf(DEVICE_ROWS, source),
    ...rowsOf(source.inlets ? INPUT_ROWS : [], source),
    ...several.flatMap((inlet, place) => rowsOf(INLET_ROWS, inlet, place + 1)),
    ...rowsOf(AMBIENT_ROWS, source),
    ...sensors.flatMap((sensor, place) => rowsOf(SENSOR_ROWS, sensor, place + 1)),
    ...rowsOf(source.outlets.length > 0 ? ALL_OUTLETS_ROWS : [], source),
    ...source.outlets.flatMap((outlet) => rowsOf(OUTLET_ROWS, { ...outlet, profile }, outlet.outlet.index)),
    ...rowsOf(ALL_GROUPS_ROWS, source),
    ...banks.flatMap((bank) => rowsOf(BANK_ROWS, bank, bank.bank.position + 1)),
    ...groups.flatMap((group) => rowsOf(GROUP_ROWS, group, group.number)),
  ];
}

function rowsOf<Source>(rows: readonly Row<Source>[], source: Source, place?: number): NutVariable[] {
  return rows.flatMap(({ name: rowName, type, valueOf, writable = false }) => {
    const value = valueOf(source);
    if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return [];
    const full = place === undefined ? rowName : rowName.replace('.n.', `.${place}.`);
    const sent = typeof value === 'number' ? formatDecimal(rounded(value)) : asciiOf(value);
    return [{ name: full, value: sent, type, isWritable: writable }];
  });
}

/** `OL`, with `ALARM` and `OVER`; never `OB` or `LB`, because no monitor may shut hosts down on account of a PDU. */
function statusOf(source: NutSource): string {
  const words = [
    ...(source.fsd ? ['FSD'] : []),
    'OL',
    ...(alarmsOf(source).length > 0 ? ['ALARM'] : []),
    ...(isOverloaded(source) ? ['OVER'] : []),
  ];
  return words.join(' ');
}

/** The alarms among what the caller may see. */
function alarmsOf({ inlets = [], banks = [], outlets }: NutSource): string[] {
  return [
    ...inlets.flatMap(({ inlet, reading }) =>
      reading.ready === false ? [`inlet ${inlet.position + 1} is not ready`] : [],
    ),
    ...banks.flatMap(({ bank, reading }) =>
      reading.breakerClosed === false ? [`breaker of bank ${bank.position + 1} is open`] : [],
    ),
    ...outlets.flatMap(({ outlet, hasRelayFault }) =>
      hasRelayFault === true ? [`relay of outlet ${outlet.index} has failed`] : [],
    ),
  ];
}

const isOverloaded = (source: NutSource): boolean =>
  (loadOf(feedingOf(source)) ?? 0) > 100 ||
  (source.banks ?? []).some(({ bank, reading }) => bank.breaker !== undefined && (reading.current ?? 0) > bank.breaker);

/** The inlets that the load draws from: of a transfer switch one, none while it is unknown which. */
const feedingOf = ({ profile, inlets = [] }: NutSource): readonly InletSource[] =>
  profile.inletConfig === 'ats' ? inlets.filter(({ reading }) => reading.active === true) : inlets;

function withFeeding<T>(valueOf: (feeding: readonly InletSource[]) => T): (source: NutSource) => T {
  return (source) => valueOf(feedingOf(source));
}

function ofFirst<T>(source: NutSource, valueOf: (inlet: InletSource) => T): T | undefined {
  const [first] = feedingOf(source);
  return first && valueOf(first);
}

function withFirst<T>(valueOf: (inlet: InletSource) => T): (source: NutSource) => T | undefined {
  return (source) => ofFirst(source, valueOf);
}

/** A value of one line of a three-phase inlet, which is the only one there is. */
function ofLine<T>(source: NutSource, place: number, valueOf: (inlet: InletSource) => T): T | undefined {
  const feeding = feedingOf(source);
  const [only] = feeding;
  if (only === undefined || feeding.length > 1 || only.inlet.lines.length === 1) return undefined;
  return place < only.inlet.lines.length ? valueOf(only) : undefined;
}

function sumOf(valueOf: (reading: InletReading) => number | undefined) {
  return (feeding: readonly InletSource[]): number | undefined => total(feeding.map(({ reading }) => valueOf(reading)));
}

/** The sum; unknown if a part of it is. */
function total(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0 || known.length < values.length) return undefined;
  return known.reduce((sum, value) => sum + value, 0);
}

function powerFactorOf(feeding: readonly InletSource[]): number | undefined {
  const [first] = feeding;
  if (feeding.length === 1) return first?.reading.powerFactor;
  const [active, apparent] = [
    sumOf((reading) => reading.activePower)(feeding),
    sumOf((reading) => reading.apparentPower)(feeding),
  ];
  if (active === undefined || apparent === undefined) return undefined;
  return apparent === 0 ? 1 : active / apparent;
}

/** Percent of the rating of the most loaded line, with one decimal; unknown while the current of a line is. */
function loadOf(feeding: readonly InletSource[]): number | undefined {
  const loads = feeding.flatMap(({ inlet, reading }) =>
    currentsOf(reading).map((current) => (current === undefined ? undefined : (current / inlet.ratedCurrent) * 100)),
  );
  const known = loads.filter((load) => load !== undefined);
  if (known.length === 0 || known.length < loads.length) return undefined;
  return Math.round(Math.max(...known) * 10) / 10;
}

/** The currents of the lines; of a single-phase inlet it may be known of the inlet only. */
const currentsOf = ({ lines, current }: InletReading): (number | undefined)[] =>
  lines.length > 1 ? lines.map((line) => line.current) : [lines[0]?.current ?? current];

const isPresent = (source: SensorSource | undefined): boolean => source?.reading.connected === true;
const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

/** `on` while any of the outlets is; unknown while none is known to be on and one is unknown. */
function stateOfGroup({ outlets }: GroupSource): string | undefined {
  if (outlets.some(({ state }) => state === 'ON')) return 'on';
  return outlets.length > 0 && outlets.every(({ state }) => state === 'OFF') ? 'off' : undefined;
}
