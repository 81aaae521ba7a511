import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { columns } from './cells.js';
import { scalars, table, type Column, type MibTable } from './object.js';

/** A network interface of the host system, apart from the loopback. */
interface Interface {
  readonly index: number;
  readonly name: string;
  readonly mac: string;
}

/** A file of Linux about an interface; undefined where the system does not have it. */
function factOf(name: string, file: string): string | undefined {
  try {
    return readFileSync(`/sys/class/net/${name}/${file}`, 'latin1').trim();
  } catch {
    return undefined;
  }
}

function numberOf(name: string, file: string): number | undefined {
  const value = Number(factOf(name, file) ?? NaN);
  return Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** The interfaces in ascending order of their index. */
export function interfacesNow(): Interface[] {
  const outside = Object.entries(networkInterfaces()).filter(([, list]) => list?.some(({ internal }) => !internal));
  return outside
    .map(([name, list], place) => ({
      index: numberOf(name, 'ifindex') ?? place + 1,
      name,
      mac: list?.[0]?.mac ?? '',
    }))
    .sort((a, b) => a.index - b.index);
}

const ETHERNET = 6;
const OTHER = 1;
const UP = 1;
const MBIT = 1_000_000;
const OPERATING: Readonly<Record<string, number>> = { up: 1, down: 2, testing: 3, unknown: 4, dormant: 5 };
const MAX_GAUGE = 2 ** 32 - 1;

const counter = (value: number | undefined): number | undefined => value && value % 2 ** 32;
const everyone = (): boolean => true;

const speedOf = ({ name }: Interface): number | undefined => numberOf(name, 'speed');
const bitsPerSecond = (speed: number | undefined): number | undefined =>
  speed === undefined ? undefined : Math.min(speed * MBIT, MAX_GAUGE);
/** ARPHRD_ETHER of Linux is 1. */
const typeOf = ({ name }: Interface): number => (factOf(name, 'type') === '1' ? ETHERNET : OTHER);

const COLUMNS: readonly Column<Interface>[] = [
  ...columns<Interface>('1.3.6.1.2.1.2.2.1', [
    [1, 'integer', ({ index }) => index],
    [2, 'octets', ({ name }) => name],
    [3, 'integer', typeOf],
    [4, 'integer', ({ name }) => numberOf(name, 'mtu')],
    [5, 'gauge32', (each) => bitsPerSecond(speedOf(each))],
    [6, 'octets', ({ mac }) => Buffer.from(mac.replaceAll(':', ''), 'hex')],
    [7, 'integer', () => UP],
    [8, 'integer', ({ name }) => OPERATING[factOf(name, 'operstate') ?? ''] ?? OPERATING.unknown],
    [9, 'timeTicks', () => 0],
    [10, 'counter32', ({ name }) => counter(numberOf(name, 'statistics/rx_bytes'))],
    [16, 'counter32', ({ name }) => counter(numberOf(name, 'statistics/tx_bytes'))],
  ]),
  ...columns<Interface>('1.3.6.1.2.1.31.1.1.1', [
    [1, 'octets', ({ name }) => name],
    [15, 'gauge32', speedOf],
    [18, 'octets', () => ''],
  ]),
];

/** IF-MIB, as far as managers need it to show a device and its address (RFC 2863). */
export const INTERFACES: readonly MibTable[] = [
  scalars(everyone, columns('1.3.6.1.2.1.2', [[1, 'integer', () => interfacesNow().length]])),
  table({
    rows: () => interfacesNow().map((row) => ({ index: [row.index], row })),
    mayView: everyone,
    columns: COLUMNS,
  }),
];
