import type { Schema } from '../src/api/client.js';
import type { LiveMessage } from '../src/live/live-store.js';
import type { OutletRow } from '../src/pages/outlets/outlet-rows.js';

type Outlet = LiveMessage['outlets'][number];
type Bank = LiveMessage['banks'][number];

/** Longer than any place for it, with one word that cannot be broken. */
export const LONG = 'Hypervisor of the accounting department, second shelf, Donaudampfschifffahrtsgesellschaftsserver';
/** From right to left. */
export const HEBREW = 'שרת גיבוי';

/** The outlets of a bank. */
export const BANK_SIZE = 8;
const bankOf = (index: number): number => 1_200_578 + Math.floor((index - 1) / BANK_SIZE);

export const anOutlet = (index: number, change: object = {}): Outlet =>
  ({
    id: `${index}-${bankOf(index)}`,
    outletIndex: index,
    outletName: `Outlet ${index}`,
    bankId: bankOf(index),
    receptacle: index % 4 === 0 ? 'C19' : 'C13',
    state: 'ON',
    protection: 'none',
    relayHealth: 'Good',
    rebootStatus: 'none',
    currentRms: 0.4 + index / 7,
    watts: 48 + 17 * index,
    ...change,
  }) as unknown as Outlet;

export const aBank = (index: number, change: object = {}): Bank =>
  ({
    id: String(bankOf(index * BANK_SIZE)),
    bankName: `Bank ${index}`,
    circuitBreakerClosed: true,
    currentRms: 8.4,
    ratedCurrent: 20,
    activePower: 1000,
    voltageRms: 120,
    ...change,
  }) as unknown as Bank;

interface Parts {
  readonly outlets?: readonly Outlet[];
  readonly banks?: readonly Bank[];
}

/** A message of the stream; a PDU of one bank and eight outlets without `parts`. */
export const aMessage = ({ outlets = someOutlets(8), banks = [aBank(1)] }: Parts = {}): LiveMessage => ({
  device: { uptime: 1000, time: '2026-03-02T08:00:00Z' },
  ...{ inlets: [], sensors: [], relayOutputs: [], outlets, banks },
});

export const someOutlets = (count: number, change: object = {}): Outlet[] =>
  Array.from({ length: count }, (_, place) => anOutlet(place + 1, change));

export const aRow = (index: number, change: object = {}): OutletRow => ({
  ...anOutlet(index),
  bankId: String(bankOf(index)),
  bankName: `Bank ${Math.ceil(index / BANK_SIZE)}`,
  groups: [],
  isRebooting: false,
  hasFailed: false,
  ...change,
});

export const someRows = (count: number, change: object = {}): OutletRow[] =>
  Array.from({ length: count }, (_, place) => aRow(place + 1, change));

/** An administrator who may do everything. */
export const USER = {
  ...{ id: '1', username: 'admin', deviceName: 'Rack 12', timezone: 'UTC', roleId: 1, enabled: true },
  role: {
    permissions: {
      ...{ viewEventActions: true, viewLog: true, viewPortInfo: true, viewOutletGroups: true },
      ...{ viewOutlets: someOutlets(48).map(({ id }) => id), modifyOutlets: someOutlets(48).map(({ id }) => id) },
    },
  },
} as unknown as Schema['OwnUserView'];
