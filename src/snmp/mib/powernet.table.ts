import { builtAt, VERSION } from '../../common/version.js';
import type { LineName } from '../../hardware/profiles/profile.js';
import type { BankModel, InletModel, OutletModel, PduModel } from '../../hardware/profiles/pdu-model.js';
import { wholeNumber } from '../../common/values.js';
import type { Access } from '../../common/access.js';
import type { OnOff } from '../../common/units.js';
import type { InletView } from '../../inlets/inlet.view.js';
import { OFF_TIME } from '../../outlets/outlet.dto.js';
import {
  allOutletsWrite,
  columns,
  numbered,
  outletWrite,
  scaled,
  sum,
  viewsAnyOutlet,
  viewsOutlet,
  withFlag,
} from './cells.js';
import type { MibContext, MibSources } from './context.js';
import { scalars, table, type Column, type ColumnWrite, type MibTable } from './object.js';
import type { Peaks } from './peaks.js';
import { settingWrite } from './settings-write.js';
import { outletNameWrite } from './synlink.table.js';

/** The PDU branch of PowerNet-MIB. */
const ROOT = '1.3.6.1.4.1.318.1.1';

/** sPDUOutletCtl; 5 to 7 are the delayed forms. */
const OUTLET_CONTROL = { 1: 'ON', 2: 'OFF', 3: 'REBOOT', 5: 'ON', 6: 'OFF', 7: 'REBOOT' } as const;
/** rPDUOutletControlOutletCommand; 4 to 6 are the delayed forms, 7 cancels what is pending. */
const OUTLET_COMMAND = { 1: 'ON', 2: 'OFF', 3: 'REBOOT', 4: 'ON', 5: 'OFF', 6: 'REBOOT', 7: 'CANCEL' } as const;
/** sPDUMasterControlSwitch; outlets are always turned off together. */
const MASTER_CONTROL = {
  1: 'ON',
  2: 'TURN ON IN SEQUENCE',
  3: 'OFF',
  4: 'REBOOT',
  5: 'REBOOT IN SEQUENCE',
  7: 'OFF',
} as const;
const NO_MASTER_COMMAND = 6;
/** rPDUOutletDevCommand. */
const DEVICE_COMMAND = {
  2: 'ON',
  3: 'OFF',
  4: 'REBOOT',
  5: 'TURN ON IN SEQUENCE',
  6: 'OFF',
  7: 'REBOOT IN SEQUENCE',
  8: 'CANCEL',
} as const;
const NO_DEVICE_COMMAND = 1;

const ON_FIRST = { ON: 1, OFF: 2 } as const satisfies Record<OnOff, number>;
const OFF_FIRST = { OFF: 1, ON: 2 } as const satisfies Record<OnOff, number>;
const STATE_UNKNOWN = 4;
const PENDING = 1;
const NOT_PENDING = 2;

/** Lines as PowerNet numbers them: one, or the two between which an outlet is connected. */
const PHASES: Readonly<Record<string, number>> = {
  L1: 1,
  L2: 2,
  L3: 3,
  'L1-L2': 4,
  'L2-L3': 5,
  'L3-L1': 6,
  'L1-L3': 6,
};
const phaseOf = (lines: readonly LineName[]): number => PHASES[lines.join('-')] ?? 1;

/** rPDULoadStatusLoadState. */
const LOAD = { normal: 1, nearOverload: 3, overload: 4 } as const;
/** rPDU2DeviceStatusLoadState. */
const DEVICE_LOAD = { normal: 2, nearOverload: 3, overload: 4 } as const;
const NEAR_OVERLOAD = 0.8;

/** The load state at a share of the rating. */
const loadState = (
  share: number | undefined,
  states: Readonly<Record<keyof typeof LOAD, number>>,
): number | undefined => {
  if (share === undefined) return undefined;
  if (share > 1) return states.overload;
  return share > NEAR_OVERLOAD ? states.nearOverload : states.normal;
};

const VERTICAL = 2;
const SEQUENTIAL_LAYOUT = 1;
const NORMAL_DISPLAY = 1;

const identification = withFlag('viewGlobalDeviceSettings');
const inletStats = withFlag('viewInletStats');

/** The subset of PowerNet-MIB that managers use (docs/snmp.md names them). */
export function powernetTables(sources: MibSources, peaks: Peaks): MibTable[] {
  const { model } = sources.driver;
  return [
    scalars(identification, identificationColumns(sources)),
    scalars(inletStats, powerColumns(model)),
    table<LoadRow>({
      rows: () => loadRows(model).map((row) => ({ index: [row.number], row })),
      mayView: ({ mayView }, access) => mayView(access),
      columns: loadColumns(),
    }),
    table<undefined>({
      rows: () => [{ index: [1], row: undefined }],
      mayView: (_, access) => inletStats(access),
      columns: columns(`${ROOT}.26.4.3.1`, [
        [1, 'integer', () => 1],
        [4, 'integer', (_, at) => loadState(greatestShare(model, at), DEVICE_LOAD)],
        [5, 'integer', (_, at) => scaled(total(at, 'inletActivePower'), 0.1)],
        [6, 'integer', () => scaled(peaks.power, 0.1)],
      ]),
    }),
    ...(model.hasOutlets ? outletTables(sources) : []),
  ];
}

function identificationColumns({ driver }: MibSources): Column<undefined>[] {
  const { model } = driver;
  const { modelNumber, enclosureSerialNumber, outlets, banks } = model.profile;
  const breakers = banks.flatMap(({ breaker }) => breaker ?? []);
  const count = model.hasOutlets ? outlets.length : 0;
  const name = (_: undefined, { sources }: MibContext): string => sources.settings.get('deviceName');
  const nameWrite = settingWrite('deviceName');
  return columns<undefined>(ROOT, [
    ['4.1.1', 'octets', () => driver.name],
    ['4.1.2', 'octets', () => VERSION],
    ['4.1.3', 'octets', () => monthDayYear(builtAt())],
    ['4.1.4', 'octets', () => modelNumber],
    ['4.1.5', 'octets', () => enclosureSerialNumber],
    ['4.3.3', 'octets', name, nameWrite],
    ['4.4.1', 'integer', () => count],
    ['4.5.1', 'integer', () => count],
    ['12.1.1', 'octets', name, nameWrite],
    ['12.1.2', 'octets', () => driver.name],
    ['12.1.3', 'octets', () => VERSION],
    ['12.1.5', 'octets', () => modelNumber],
    ['12.1.6', 'octets', () => enclosureSerialNumber],
    ['12.1.7', 'integer', () => scaled(model.inlets[0]?.ratedCurrent)],
    ['12.1.8', 'integer', () => count],
    ['12.1.9', 'integer', () => (model.isThreePhase ? 3 : 1)],
    ['12.1.10', 'integer', () => breakers.length],
    ['12.1.11', 'integer', () => scaled(Math.max(0, ...breakers))],
    ['12.1.12', 'integer', () => VERTICAL],
    ['12.1.13', 'integer', () => SEQUENTIAL_LAYOUT],
    ['12.1.14', 'integer', () => NORMAL_DISPLAY],
    ['12.1.15', 'integer', () => scaled(model.inlets[0]?.nominalVoltage)],
    ['12.3.1.2', 'integer', (_, { sources }) => sources.settings.get('deviceSequentialPowerUpDelay')],
    ['12.3.1.3', 'integer', () => (model.profile.outletSwitching ? count : 0)],
    ['12.3.1.4', 'integer', () => count],
  ]);
}

const monthDayYear = (at: Date): string => {
  const [year, month, day] = at.toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};

function powerColumns(model: PduModel): Column<undefined>[] {
  const rating = scaled(Math.max(0, ...model.inlets.map(({ ratedCurrent }) => ratedCurrent)));
  const breakers = model.banks.flatMap(({ breaker }) => breaker ?? []);
  return columns<undefined>(ROOT, [
    ['12.1.16', 'integer', (_, at) => scaled(total(at, 'inletActivePower'))],
    ['12.1.17', 'integer', (_, at) => scaled(powerFactor(at), 1000)],
    ['12.1.18', 'integer', (_, at) => scaled(total(at, 'inletApparentPower'))],
    ['12.2.1.1', 'integer', () => rating],
    ['12.2.1.2', 'integer', () => lineRows(model).length],
    ['12.2.1.3', 'integer', () => (breakers.length > 0 ? scaled(Math.max(...breakers)) : rating)],
    ['12.2.1.4', 'integer', () => model.banks.length],
  ]);
}

/** The sum over the inlets that feed the load; a transfer switch draws from one only. */
function total(at: MibContext, member: 'inletActivePower' | 'inletApparentPower'): number | undefined {
  const views = at.sources.driver.model.inlets.map((inlet) => at.inlet(inlet));
  return sum(views.filter(({ atsInletActive }) => atsInletActive !== false).map((view) => view[member]));
}

function powerFactor(at: MibContext): number | undefined {
  const views = feeding(at);
  if (views.length === 1) return views[0]?.inletPowerFactor;
  const active = total(at, 'inletActivePower');
  const apparent = total(at, 'inletApparentPower');
  if (active === undefined || apparent === undefined) return undefined;
  return apparent === 0 ? 1 : active / apparent;
}

const feeding = (at: MibContext): InletView[] =>
  at.sources.driver.model.inlets
    .map((inlet) => at.inlet(inlet))
    .filter(({ atsInletActive }) => atsInletActive !== false);

/** A line of an inlet, or a bank, of which PowerNet shows the load. */
interface Load {
  readonly phase: number;
  /** 0 for a line. */
  readonly bank: number;
  readonly rating: number;
  readonly mayView: (access: Access) => boolean;
  readonly current: (at: MibContext) => number | undefined;
}

/** Its row, counted from 1: lines first. */
interface LoadRow extends Load {
  readonly number: number;
}

const loadRows = (model: PduModel): LoadRow[] =>
  [...lineRows(model), ...model.banks.map((bank) => bankRow(bank, model.inlets[bank.inlet]?.ratedCurrent ?? 0))].map(
    (row, place) => ({ ...row, number: place + 1 }),
  );

/** The lines that carry load: of a transfer switch those of one inlet. A manager takes each row for such a line. */
function lineRows({ profile, inlets }: PduModel): Load[] {
  const isAts = profile.inletConfig === 'ats';
  const viewOf = (inlet: InletModel, at: MibContext) => (isAts ? feeding(at)[0] : at.inlet(inlet));
  return (isAts ? inlets.slice(0, 1) : inlets).flatMap((inlet) =>
    inlet.lines.map((_, line) => lineRow(inlet, line, (at) => viewOf(inlet, at))),
  );
}

const lineRow = (inlet: InletModel, line: number, viewOf: (at: MibContext) => InletView | undefined): Load => ({
  phase: phaseOf(inlet.lines.slice(line, line + 1)),
  bank: 0,
  rating: inlet.ratedCurrent,
  mayView: inletStats,
  current: (at) => {
    const view = viewOf(at);
    return inlet.lines.length > 1 ? view?.inletLines?.[line]?.currentRms : view?.inletCurrentRms;
  },
});

const bankRow = (bank: BankModel, inletRating: number): Load => ({
  phase: phaseOf(bank.lines),
  bank: bank.position + 1,
  rating: bank.breaker ?? inletRating,
  mayView: withFlag('viewBankStats'),
  current: (at) => at.bank(bank).currentRms,
});

const shareOf = ({ current, rating }: Load, at: MibContext): number | undefined => {
  const amps = current(at);
  return amps === undefined || rating <= 0 ? undefined : amps / rating;
};

const loadColumns = (): Column<LoadRow>[] => [
  ...columns<LoadRow>(`${ROOT}.12.2.3.1.1`, [
    [1, 'integer', ({ number }) => number],
    [2, 'gauge32', ({ current }, at) => scaled(current(at), 10)],
    [3, 'integer', (row, at) => loadState(shareOf(row, at), LOAD)],
    [4, 'integer', ({ phase }) => phase],
    [5, 'integer', ({ bank }) => bank],
  ]),
];

/** The greatest share of its rating that a line carries. */
function greatestShare(model: PduModel, at: MibContext): number | undefined {
  const known = lineRows(model)
    .map((row) => shareOf(row, at))
    .filter((share) => share !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

function outletTables({ driver: { model } }: MibSources): MibTable[] {
  const { outlets } = model;
  const isSwitched = model.profile.outletSwitching;
  const name = (outlet: OutletModel, at: MibContext): string => at.outlet(outlet).outletName;
  const index = (outlet: OutletModel): number => outlet.index;
  const phase = (outlet: OutletModel): number => phaseOf(model.banks[outlet.bank]?.lines ?? []);
  const bank = (outlet: OutletModel): number => outlet.bank + 1;
  const state = (numbers: Record<OnOff, number>) => (outlet: OutletModel, at: MibContext) => {
    const now = at.outlet(outlet).state;
    return now && numbers[now];
  };
  const pending = (outlet: OutletModel, at: MibContext): number =>
    at.outlet(outlet).rebootStatus === 'none' ? NOT_PENDING : PENDING;
  const all = (texts: (outlet: OutletModel, at: MibContext) => string) => (_: undefined, at: MibContext) =>
    Buffer.from(
      outlets
        .filter(({ id }) => at.access.mayView(id))
        .map((outlet) => `${texts(outlet, at)}  `)
        .join(''),
    );
  return [
    scalars(viewsAnyOutlet, [
      ...columns<undefined>(ROOT, [
        ['4.2.1', 'integer', () => NO_MASTER_COMMAND, allOutletsWrite(outlets, isSwitched, MASTER_CONTROL)],
        ['4.2.2', 'octets', all((outlet, at) => STATE_WORDS[at.outlet(outlet).state ?? 'unknown'])],
        ['4.2.3', 'octets', all((outlet, at) => (pending(outlet, at) === PENDING ? 'Yes' : 'No'))],
        ['12.3.1.1', 'integer', () => NO_DEVICE_COMMAND, allOutletsWrite(outlets, isSwitched, DEVICE_COMMAND)],
      ]),
    ]),
    table<OutletModel>({
      rows: numbered(outlets),
      mayView: viewsOutlet,
      columns: columns<OutletModel>(ROOT, [
        ['4.4.2.1.1', 'integer', index],
        ['4.4.2.1.2', 'integer', pending],
        [
          '4.4.2.1.3',
          'integer',
          (outlet, at) => state(ON_FIRST)(outlet, at) ?? STATE_UNKNOWN,
          outletWrite(isSwitched, OUTLET_CONTROL),
        ],
        ['4.4.2.1.4', 'octets', name],
        ['4.5.2.1.1', 'integer', index],
        ['4.5.2.1.3', 'octets', name, outletNameWrite],
        ['4.5.2.1.5', 'integer', (outlet, { sources }) => sources.outletCommands.offSeconds(outlet), rebootTimeWrite],
        ['12.3.3.1.1.1', 'integer', index],
        ['12.3.3.1.1.2', 'octets', name],
        ['12.3.3.1.1.3', 'integer', phase],
        ['12.3.3.1.1.4', 'integer', state(ON_FIRST), outletWrite(isSwitched, OUTLET_COMMAND)],
        ['12.3.3.1.1.5', 'integer', bank],
        ['12.3.5.1.1.1', 'integer', index],
        ['12.3.5.1.1.2', 'octets', name],
        ['12.3.5.1.1.3', 'integer', phase],
        ['12.3.5.1.1.4', 'integer', state(ON_FIRST)],
        ['12.3.5.1.1.5', 'integer', pending],
        ['12.3.5.1.1.6', 'integer', bank],
        ['26.9.2.3.1.1', 'integer', index],
        ['26.9.2.3.1.3', 'octets', name],
        ['26.9.2.3.1.5', 'integer', state(OFF_FIRST)],
        ['26.9.2.4.1.5', 'integer', state(ON_FIRST), outletWrite(isSwitched, OUTLET_CONTROL_2)],
      ]),
    }),
  ];
}

/** rPDU2OutletSwitchedControlCommand. */
const OUTLET_CONTROL_2 = { 1: 'ON', 2: 'OFF', 3: 'REBOOT' } as const;
const STATE_WORDS = { ON: 'On', OFF: 'Off', unknown: 'Unknown' } as const;

const REBOOT_TIME = wholeNumber(OFF_TIME);
const rebootTimeWrite: ColumnWrite<OutletModel> = {
  mayWrite: ({ id }, access) => access.mayModify(id),
  check: (value) => ('wrong' in REBOOT_TIME(value) ? 'wrongValue' : undefined),
  request: (value, outlet, { sources }) => ({
    kind: 'other',
    run: (caller) =>
      sources.outletCommands.update(outlet, { customRebootTimeEnabled: true, customRebootTime: Number(value) }, caller),
  }),
};
