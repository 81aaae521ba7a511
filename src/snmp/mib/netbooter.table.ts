import { MIB_ROOT } from '../../actions/channels/trap/mib.js';
import type { Amps } from '../../common/units.js';
import { VERSION } from '../../common/version.js';
import type { InletModel, OutletModel } from '../../hardware/profiles/pdu-model.js';
import { columns, live, outletWrite, viewsOutlet, withFlag } from './cells.js';
import type { MibContext, MibSources } from './context.js';
import { scalars, table, type Column, type MibTable } from './object.js';
import type { Peaks } from './peaks.js';
import { upTicks } from './system.table.js';

/** The enterprise of the product family. */
const ROOT = MIB_ROOT.slice(0, MIB_ROOT.lastIndexOf('.'));
/** A NetBooter has up to two inlets. */
const MAX_INLETS = 2;
const COMMANDS = { 1: 'ON', 2: 'OFF', 3: 'REBOOT' } as const;
const NO_ACTION = 0;

const amps = (current: Amps | undefined): string | undefined => current?.toFixed(2);

/** The objects of NetBooter products, both generations, as public clients read them. */
export function netbooterTables(sources: MibSources, peaks: Peaks): MibTable[] {
  return [...newer(sources, peaks), ...older(sources, peaks)];
}

function newer({ driver: { model } }: MibSources, peaks: Peaks): MibTable[] {
  return [
    scalars(withFlag('viewGlobalDeviceSettings'), [
      ...device(`${ROOT}.3.1`, model.profile.modelNumber, outletCount(model)),
      ...columns<undefined>(`${ROOT}.3.1`, [[7, 'integer', () => Math.min(model.inlets.length, MAX_INLETS)]]),
    ]),
    ...outlets(`${ROOT}.3.2.1.1`, model, { firstIndex: 0, off: 2 }),
    scalars(withFlag('viewInletStats'), load(`${ROOT}.3.3`, 1, model.inlets, peaks)),
    scalars(withFlag('viewPortInfo'), columns(`${ROOT}.3.3`, [[8, 'integer', (_, at) => temperature(at)]])),
  ];
}

function older({ driver: { model } }: MibSources, peaks: Peaks): MibTable[] {
  const row = () => [{ index: [1], row: undefined }];
  return [
    scalars(
      withFlag('viewGlobalDeviceSettings'),
      device(`${ROOT}.2.4.1.1`, model.profile.modelNumber, outletCount(model)),
    ),
    ...outlets(`${ROOT}.2.4.1.2.1.1`, model, { firstIndex: 1, off: 0 }),
    table<undefined>({
      rows: row,
      mayView: (_, access) => access.can('viewInletStats'),
      columns: load(`${ROOT}.2.4.1.3.1.1`, 2, model.inlets, peaks),
    }),
    table<undefined>({
      rows: row,
      mayView: (_, access) => access.can('viewPortInfo'),
      columns: columns(`${ROOT}.2.4.1.3.1.1`, [
        [7, 'integer', () => 0],
        [8, 'integer', (_, at) => temperature(at)],
      ]),
    }),
  ];
}

const outletCount = ({ hasOutlets, outlets: { length } }: { hasOutlets: boolean; outlets: readonly unknown[] }) =>
  hasOutlets ? length : 0;

const device = (group: string, modelNumber: string, count: number): Column<undefined>[] => [
  ...columns<undefined>(group, [
    [1, 'octets', () => modelNumber],
    [2, 'octets', (_, { sources }) => sources.settings.get('deviceName')],
    [3, 'integer', () => count],
    [6, 'octets', () => VERSION],
  ]),
  ...live(columns<undefined>(group, [[5, 'timeTicks', (_, at) => upTicks(at)]])),
];

function outlets(
  entry: string,
  { hasOutlets, outlets: parts, profile }: MibSources['driver']['model'],
  { firstIndex, off }: { readonly firstIndex: number; readonly off: number },
): MibTable[] {
  if (!hasOutlets) return [];
  const status = { ON: 1, OFF: off };
  return [
    table<OutletModel>({
      rows: () => parts.map((row) => ({ index: [row.position + firstIndex], row })),
      mayView: viewsOutlet,
      columns: columns(entry, [
        [
          3,
          'integer',
          (outlet, at) => {
            const { state } = at.outlet(outlet);
            return state && status[state];
          },
        ],
        [4, 'integer', () => NO_ACTION, outletWrite(profile.outletSwitching, COMMANDS)],
      ]),
    }),
  ];
}

/** The alarm threshold, which this PDU has as events instead; then currents and their greatest values, each of two inlets. */
function load(group: string, first: number, inlets: readonly InletModel[], peaks: Peaks): Column<undefined>[] {
  const measured = inlets.slice(0, MAX_INLETS);
  return columns<undefined>(group, [
    [first, 'integer', () => 0],
    ...measured.map(
      (inlet, place) =>
        [first + 1 + place, 'octets', (_: undefined, at: MibContext) => amps(at.inlet(inlet).inletCurrentRms)] as const,
    ),
    ...measured.map(
      (inlet) => [first + 3 + inlet.position, 'octets', () => amps(peaks.currentOf(inlet.position))] as const,
    ),
  ]);
}

/** The temperature of the first sensor that has one, in whole degrees. */
function temperature(at: MibContext): number | undefined {
  const degrees = at.sources.driver.model.sensors
    .map((sensor) => at.sensor(sensor).sensorTempInC)
    .find((value) => value !== undefined);
  return degrees === undefined ? undefined : Math.round(degrees);
}
