import type { ModelProfile } from './profile.js';

/** The kind of a point: a measurement, a yes or no, or a relay, which can be switched too. */
export type PointKind = 'number' | 'flag' | 'relay';

export interface PointRow {
  readonly kind: PointKind;
  /** Unit of the value after scaling; empty for a kind without one. */
  readonly unit: string;
  /** The number of parts that the last number of the name counts. */
  readonly count: (profile: ModelProfile, numbers: readonly number[]) => number;
}

/** The parsed name of a point in a profile, of one part or of a row of them. */
export interface PointName {
  readonly row: PointRow;
  /** One name for each part of the row: `outlets.1.state`, `outlets.2.state`. */
  readonly names: readonly string[];
  /** Number of the first part; 0 where nothing is counted. */
  readonly first: number;
}

const MAX_HUB_RELAYS = 8;
const POWER = {
  current: 'A',
  voltage: 'V',
  frequency: 'Hz',
  activePower: 'W',
  reactivePower: 'var',
  apparentPower: 'VA',
  powerFactor: '',
  energy: 'kWh',
};
const OUTLET = { voltage: 'V', current: 'A', activePower: 'W', powerFactor: '', energy: 'kWh' };

type Count = PointRow['count'];
const inlets: Count = ({ inlets }) => inlets.length;
const lines: Count = ({ inlets }, [inlet = 0]) => inlets[inlet - 1]?.lines.length ?? 0;
const banks: Count = ({ banks }) => banks.length;
const outlets: Count = ({ outlets }) => outlets.length;
const relayOutputs: Count = (profile) => profile.relayOutputs;
const hub: (port: 'A' | 'B', count: number) => Count =
  (port, count) =>
  ({ sensorPorts }) =>
    sensorPorts[port] === 'dio_hub' ? count : 0;
const probe: (port: 'A' | 'B') => Count =
  (port) =>
  ({ sensorPorts }) =>
    sensorPorts[port] === 'temp_hum' ? 1 : 0;
const sensor: (port: 'A' | 'B') => Count =
  (port) =>
  ({ sensorPorts }) =>
    sensorPorts[port] ? 1 : 0;

const numbers = (object: string, units: Readonly<Record<string, string>>, count: Count): [string, PointRow][] =>
  Object.entries(units).map(([measure, unit]) => [`${object}.#.${measure}`, { kind: 'number', unit, count }]);
const row = (name: string, kind: PointKind, count: Count, unit = ''): [string, PointRow] => [
  name,
  { kind, unit, count },
];

const sensorRows = (port: 'A' | 'B'): [string, PointRow][] => [
  row(`sensors.${port}.connected`, 'flag', sensor(port)),
  row(`sensors.${port}.temperature`, 'number', probe(port), '°C'),
  row(`sensors.${port}.humidity`, 'number', probe(port), '% RH'),
  row(`sensors.${port}.relays.#`, 'relay', hub(port, MAX_HUB_RELAYS)),
  row(`sensors.${port}.inputs.#`, 'flag', hub(port, MAX_HUB_RELAYS)),
  row(`sensors.${port}.vdcOutput`, 'relay', hub(port, 1)),
  row(`sensors.${port}.userSwitch`, 'flag', hub(port, 1)),
];

/** All points; `#` is a number, counted from 1. */
const ROWS: ReadonlyMap<string, PointRow> = new Map([
  ...numbers('inlets', POWER, inlets),
  row('inlets.#.active', 'flag', inlets),
  row('inlets.#.ready', 'flag', inlets),
  row('inlets.#.lines.#.current', 'number', lines, 'A'),
  row('inlets.#.lines.#.voltage', 'number', lines, 'V'),
  ...numbers('banks', POWER, banks),
  row('banks.#.breakerClosed', 'flag', banks),
  ...numbers('outlets', OUTLET, outlets),
  row('outlets.#.state', 'relay', outlets),
  row('outlets.#.voltagePresent', 'flag', outlets),
  row('relayOutputs.#.state', 'relay', relayOutputs),
  ...sensorRows('A'),
  ...sensorRows('B'),
  row('powerOnCount', 'number', () => 1),
]);

/** Parses `outlets.3.state` or `outlets.1-8.state`; otherwise returns a sentence about the problem. */
export function parsePointName(text: string, profile: ModelProfile): PointName | string {
  const parts = text.split('.');
  const row = ROWS.get(parts.map((part) => (/^\d/.test(part) ? '#' : part)).join('.'));
  if (!row) return 'is no point of a PDU';
  const places = parts.flatMap((part, place) => (/^\d/.test(part) ? [place] : []));
  const spans = places.map((place) => /^([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?$/.exec(parts[place] ?? ''));
  const spread = spans.map((span) => [Number(span?.[1] ?? 0), Number(span?.[2] ?? span?.[1] ?? 0)] as const);
  if (spread.some(([from, to]) => from === 0 || to < from)) return 'must count from 1, as in outlets.1-8.state';
  if (spread.slice(0, -1).some(([from, to]) => from !== to)) return 'may span only its last number';
  const last = spread.at(-1) ?? [1, 1];
  const most = row.count(
    profile,
    spread.slice(0, -1).map(([from]) => from),
  );
  if (last[1] > most)
    return most === 0 ? 'is no part of this model' : `counts further than this model, which has ${most}`;
  const place = places.at(-1);
  if (place === undefined) return { row, names: [text], first: 0 };
  const names = Array.from({ length: last[1] - last[0] + 1 }, (_, n) =>
    parts.map((part, at) => (at === place ? String(last[0] + n) : part)).join('.'),
  );
  return { row, names, first: last[0] };
}
