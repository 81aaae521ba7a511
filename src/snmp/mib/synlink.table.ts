import { ownAddress } from '../../actions/channels/trap/trap-facts.service.js';
import { MIB_ROOT } from '../../actions/channels/trap/mib.js';
import { unixSeconds } from '../../common/clock.js';
import type { OnOff } from '../../common/units.js';
import { NAME } from '../../common/values.js';
import type { StoredEvent } from '../../events/event.store.js';
import type { EventView } from '../../events/event.view.js';
import type { GroupEntity } from '../../groups/group.entity.js';
import type { GroupSummary } from '../../groups/groups.service.js';
import type { BankModel, InletModel, OutletModel, SensorModel } from '../../hardware/profiles/pdu-model.js';
import {
  columns,
  numbered,
  outletWrite,
  rowsWithFlag,
  scaled,
  textWrite,
  truth,
  viewsOutlet,
  withFlag,
} from './cells.js';
import type { MibContext, MibSources } from './context.js';
import { scalars, table, type ColumnWrite, type MibTable } from './object.js';
import { settingWrite } from './settings-write.js';

/** RelayEnumeration: open is off, closed is on. */
const RELAY = { OFF: 0, ON: 1 } as const satisfies Record<OnOff, number>;
const RELAY_COMMANDS = { 0: 'OFF', 1: 'ON' } as const;
const NAME_LENGTH = { kind: NAME, min: 1, max: 100 } as const;

/** The name of an outlet, as several MIBs have it. */
export const outletNameWrite: ColumnWrite<OutletModel> = textWrite({
  ...NAME_LENGTH,
  mayWrite: ({ id }, access) => access.mayModify(id),
  run: (outletName, outlet, { sources }, caller) => sources.outletCommands.update(outlet, { outletName }, caller),
});

/** The tables of the product family (docs/mib/RACKFEED-SYNLINK-MIB). */
export function synlinkTables(sources: MibSources): MibTable[] {
  const { model } = sources.driver;
  return [
    device(sources),
    inlets(model.inlets),
    banks(model.banks),
    ...(model.hasOutlets ? [outlets(model.outlets, model.profile.outletSwitching)] : []),
    groups(sources),
    sensors(model.sensors),
    events(),
  ];
}

const device = ({ config, driver: { model } }: MibSources): MibTable =>
  scalars(
    withFlag('viewGlobalDeviceSettings'),
    columns(`${MIB_ROOT}.1`, [
      [1, 'octets', () => model.profile.modelNumber],
      [2, 'octets', () => model.profile.enclosureSerialNumber],
      [3, 'octets', () => String(model.profile.controllerSerialNumber)],
      [4, 'octets', () => model.profile.inletConfig],
      [5, 'integer', () => (model.hasOutlets ? model.outlets.length : 0)],
      [6, 'integer', () => model.banks.length],
      [7, 'integer', () => (model.isThreePhase ? 3 : 1)],
      [8, 'integer', () => model.inlets.length],
      [9, 'integer', () => truth(model.profile.outletMetering)],
      [10, 'integer', () => truth(model.profile.outletSwitching)],
      [11, 'octets', (_, { sources }) => sources.settings.get('deviceName'), settingWrite('deviceName')],
      [12, 'ipAddress', () => ownAddress(config.host)],
    ]),
  );

/** The current of a line; the only line of a single-phase inlet is the inlet. */
const lineCurrent =
  (line: number) =>
  (inlet: InletModel, at: MibContext): number | undefined => {
    const { inletLines, inletCurrentRms } = at.inlet(inlet);
    if (inlet.lines.length > 1) return scaled(inletLines?.[line]?.currentRms, 1000);
    return line === 0 ? scaled(inletCurrentRms, 1000) : undefined;
  };

const percent = (balance: string | undefined): number | undefined =>
  balance === undefined ? undefined : Number.parseInt(balance, 10);

const inlets = (parts: readonly InletModel[]): MibTable =>
  table({
    rows: numbered(parts),
    mayView: rowsWithFlag('viewInletStats'),
    columns: columns(`${MIB_ROOT}.2.1.1`, [
      [2, 'octets', (inlet, at) => at.inlet(inlet).inletType],
      [3, 'octets', ({ plug }) => plug],
      [
        4,
        'octets',
        (inlet, at) => at.inlet(inlet).inletName,
        textWrite<InletModel>({
          ...NAME_LENGTH,
          mayWrite: rowsWithFlag('modifyInletStats'),
          run: (inletName, inlet, { sources }, caller) => sources.inlets.update(inlet, { inletName }, caller),
        }),
      ],
      [5, 'integer', (inlet, at) => scaled(at.inlet(inlet).inletEnergyAccumulation, 100)],
      [6, 'integer', (inlet, at) => scaled(at.inlet(inlet).inletPowerFactor, 100)],
      [7, 'octets', (inlet, at) => at.inlet(inlet).inletPhase],
      [8, 'octets', ({ id }) => id],
      [9, 'integer', (inlet, at) => percent(at.inlet(inlet).threePhaseBalance)],
      [10, 'integer', lineCurrent(0)],
      [11, 'integer', lineCurrent(1)],
      [12, 'integer', lineCurrent(2)],
      [13, 'octets', ({ lineConfiguration }) => lineConfiguration],
      [14, 'integer', (inlet, at) => scaled(at.inlet(inlet).inletActivePower)],
      [15, 'integer', (inlet, at) => scaled(at.inlet(inlet).inletApparentPower)],
      [16, 'integer', (inlet, at) => scaled(at.inlet(inlet).inletReactivePower)],
      [17, 'integer', (inlet, at) => scaled(at.inlet(inlet).inletCurrentRms, 1000)],
      [18, 'integer', (inlet, at) => scaled(at.inlet(inlet).inletLineFrequency, 100)],
      [19, 'integer', (inlet, at) => scaled(at.inlet(inlet).inletVoltageRms, 10)],
      [20, 'integer', (inlet, at) => truth(at.inlet(inlet).atsInletActive)],
      [21, 'octets', (inlet, at) => at.inlet(inlet).atsInletId],
      [22, 'integer', (inlet, at) => truth(at.inlet(inlet).atsInletReady)],
    ]),
  });

const banks = (parts: readonly BankModel[]): MibTable =>
  table({
    rows: numbered(parts),
    mayView: rowsWithFlag('viewBankStats'),
    columns: columns(`${MIB_ROOT}.4.1.1`, [
      [2, 'octets', ({ id }) => id],
      [3, 'integer', (bank, at) => truth(at.bank(bank).outletSwitchingSupported)],
      [4, 'integer', (bank, at) => truth(at.bank(bank).outletMeteringSupported)],
      [5, 'integer', (bank, at) => scaled(at.bank(bank).currentRms, 1000)],
      [6, 'integer', (bank, at) => scaled(at.bank(bank).voltageRms, 10)],
      [7, 'integer', (bank, at) => scaled(at.bank(bank).lineFrequency, 100)],
      [8, 'integer', (bank, at) => scaled(at.bank(bank).powerFactor, 100)],
      [9, 'octets', (bank, at) => at.bank(bank).bankLines],
      [10, 'integer', (bank, at) => scaled(at.bank(bank).activePower)],
      [11, 'integer', (bank, at) => scaled(at.bank(bank).reactivePower)],
      [12, 'integer', (bank, at) => scaled(at.bank(bank).apparentPower)],
      [
        13,
        'octets',
        (bank, at) => at.bank(bank).bankName,
        textWrite<BankModel>({
          ...NAME_LENGTH,
          mayWrite: rowsWithFlag('modifyBankStats'),
          run: (bankName, bank, { sources }, caller) => sources.banks.update(bank, { bankName }, caller),
        }),
      ],
      [14, 'integer', (bank, at) => truth(at.bank(bank).hasCircuitBreakerProtection)],
      [15, 'integer', (bank, at) => truth(at.bank(bank).circuitBreakerClosed)],
    ]),
  });

const outlets = (parts: readonly OutletModel[], isSwitched: boolean): MibTable =>
  table({
    rows: numbered(parts),
    mayView: viewsOutlet,
    columns: columns(`${MIB_ROOT}.5.1.1`, [
      [2, 'octets', ({ id }) => id],
      [3, 'octets', (outlet, at) => at.outlet(outlet).outletName, outletNameWrite],
      [6, 'integer', (outlet, at) => scaled(at.outlet(outlet).currentRms, 1000)],
      [7, 'integer', (outlet, at) => stateOf(outlet, at), outletWrite(isSwitched, RELAY_COMMANDS)],
      [8, 'octets', ({ receptacle }) => receptacle],
    ]),
  });

const stateOf = (outlet: OutletModel, at: MibContext): number | undefined => {
  const { state } = at.outlet(outlet);
  return state && RELAY[state];
};

/** A group as it is now; rows remain for a moment after a group is deleted. */
interface GroupRow {
  readonly id: string;
  readonly group: () => Readonly<GroupEntity> | undefined;
}

/** TruthValue that a SET takes. */
const TRUE = 1;
const FALSE = 2;

function groups({ groups: service }: MibSources): MibTable {
  const mayWrite: ColumnWrite<GroupRow>['mayWrite'] = ({ group }, access) =>
    access.can('modifyOutletGroups') && (group()?.outlets.every((outlet) => access.mayModify(outlet)) ?? false);
  const update =
    (change: (value: number) => { readonly state: OnOff | 'REBOOT' }): ColumnWrite<GroupRow>['request'] =>
    (value, { id }) => ({
      kind: 'other',
      run: (caller) => service.update(service.findById(id), change(Number(value)), caller),
    });
  return table<GroupRow>({
    rows: () =>
      service.all.map(({ id }) => ({
        index: [id],
        row: { id: String(id), group: () => service.get(id) },
      })),
    mayView: rowsWithFlag('viewOutletGroups'),
    columns: columns(`${MIB_ROOT}.6.1.1`, [
      [
        2,
        'octets',
        ({ group }) => group()?.name,
        textWrite<GroupRow>({
          ...NAME_LENGTH,
          mayWrite,
          run: (groupName, { id }, _, caller) => service.update(service.findById(id), { groupName }, caller),
        }),
      ],
      [3, 'octets', ({ id }) => id],
      [
        4,
        'integer',
        (row, at) => {
          const { state } = summary(row, at);
          return truth(state && state === 'ON');
        },
        {
          mayWrite,
          check: (value) => (value === TRUE || value === FALSE ? undefined : 'wrongValue'),
          request: update((value) => ({ state: value === TRUE ? 'ON' : 'OFF' })),
        },
      ],
      [
        5,
        'integer',
        (row, at) => truth(summary(row, at).isRebooting),
        {
          mayWrite,
          check: (value) => (value === TRUE ? undefined : 'wrongValue'),
          request: update(() => ({ state: 'REBOOT' })),
        },
      ],
      [6, 'integer', (row, at) => scaled(summary(row, at).current, 1000)],
    ]),
  });
}

function summary(row: GroupRow, at: MibContext): GroupSummary {
  return at.ofRole(row, () => {
    const group = row.group();
    return group ? at.sources.groups.summary(group, at.access) : {};
  });
}

const sensors = (parts: readonly SensorModel[]): MibTable =>
  table({
    rows: numbered(parts),
    mayView: rowsWithFlag('viewPortInfo'),
    columns: columns(`${MIB_ROOT}.7.1.1`, [
      [2, 'octets', ({ kind }) => kind],
      [3, 'integer', (sensor, at) => scaled(at.sensor(sensor).sensorTempInC, 100)],
      [4, 'integer', (sensor, at) => scaled(at.sensor(sensor).sensorHumidity, 100)],
      [5, 'integer', () => 0],
      [6, 'integer', () => 0],
      [
        7,
        'octets',
        (sensor, at) => at.sensor(sensor).sensorName,
        textWrite<SensorModel>({
          ...NAME_LENGTH,
          mayWrite: rowsWithFlag('modifyPortSettings'),
          run: (sensorName, sensor, { sources }, caller) => sources.sensors.update(sensor, { sensorName }, caller),
        }),
      ],
    ]),
  });

/** An event as it is now. */
interface EventRow {
  readonly event: () => StoredEvent | undefined;
}

const events = (): MibTable =>
  table<EventRow>({
    rows: ({ sources: { events: service } }) =>
      service.all.map(({ id }) => ({
        index: [id],
        row: { event: () => service.get(id) },
      })),
    mayView: rowsWithFlag('viewEventActions'),
    columns: columns(`${MIB_ROOT}.9.2.1.1`, [
      [
        2,
        'octets',
        ({ event }, { sources }) => {
          const found = event();
          return found && (sources.rules.objectsOf(found)[0]?.kind ?? 'system');
        },
      ],
      [3, 'integer', ({ event }) => event()?.code],
      [4, 'octets', ({ event }) => event()?.name],
      [5, 'octets', ({ event }) => event()?.params[0]],
      [6, 'octets', ({ event }) => event()?.params[1]],
      [7, 'octets', ({ event }) => event()?.params[2]],
      [8, 'integer', (row, at) => truth(eventView(row, at)?.triggered)],
      [9, 'integer', (row, at) => triggeredAt(row, at)],
    ]),
  });

const eventView = (row: EventRow, at: MibContext): EventView | undefined =>
  at.ofRole(row, () => {
    const event = row.event();
    return event && at.sources.events.view(event, at.access);
  });

/** The Unix time at which an event last triggered; 0 for one that never has. Hidden from whom its state is hidden. */
function triggeredAt(row: EventRow, at: MibContext): number | undefined {
  const view = eventView(row, at);
  if (view?.triggered === undefined) return undefined;
  const triggered = at.sources.rules.lastTriggeredAt(view.id);
  return triggered === 'never' ? 0 : triggered && unixSeconds(triggered);
}
