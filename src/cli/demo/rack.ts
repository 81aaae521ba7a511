import type { JsonObject } from '../../common/body.js';
import type { LoadOverTime } from '../../hardware/simulated-rack.js';
import type { PduModel } from '../../hardware/profiles/pdu-model.js';

/** The model that the demo simulates. */
export const DEMO_MODEL = 'single-phase-16';

interface DemoOutlet extends LoadOverTime {
  readonly name: string;
  /** The lowest unit of the rack that the device takes, and the team that it belongs to. */
  readonly unit?: number;
  readonly team?: string;
  /** True for an outlet that asks before it is turned off. */
  readonly isProtected?: boolean;
}

/** The loads on the outlets, in their order. */
const OUTLETS: readonly DemoOutlet[] = [
  {
    name: 'Core switch A',
    unit: 42,
    team: 'network',
    amps: 0.9,
    powerFactor: 0.96,
    rhythm: 'steady',
    isProtected: true,
  },
  {
    name: 'Core switch B',
    unit: 41,
    team: 'network',
    amps: 0.85,
    powerFactor: 0.96,
    rhythm: 'steady',
    isProtected: true,
  },
  { name: 'Firewall', unit: 40, team: 'network', amps: 0.6, powerFactor: 0.94, rhythm: 'steady' },
  { name: 'Storage head 1', unit: 20, team: 'storage', amps: 2.2, powerFactor: 0.97, rhythm: 'steady' },
  { name: 'Storage head 2', unit: 17, team: 'storage', amps: 2.1, powerFactor: 0.97, rhythm: 'steady' },
  { name: 'Hypervisor 1', unit: 14, team: 'compute', amps: 2.9, powerFactor: 0.98, rhythm: 'officeHours' },
  { name: 'Hypervisor 2', unit: 12, team: 'compute', amps: 2.7, powerFactor: 0.98, rhythm: 'officeHours' },
  { name: 'Backup server', unit: 9, team: 'storage', amps: 3.2, powerFactor: 0.97, rhythm: 'nightly' },
  { name: 'Build machine', unit: 8, team: 'compute', amps: 2.6, powerFactor: 0.98, rhythm: 'officeHours' },
  { name: 'Mail relay', unit: 7, team: 'services', amps: 0.7, powerFactor: 0.95, rhythm: 'steady' },
  { name: 'Monitoring', unit: 6, team: 'services', amps: 0.55, powerFactor: 0.95, rhythm: 'steady' },
  { name: 'Camera recorder', unit: 4, team: 'services', amps: 1.1, powerFactor: 0.93, rhythm: 'steady' },
  { name: 'Console server', unit: 39, team: 'network', amps: 0.25, powerFactor: 0.91, rhythm: 'steady' },
  { name: 'KVM', unit: 38, team: 'network', amps: 0.2, powerFactor: 0.9, rhythm: 'steady' },
  { name: 'Spare', amps: 0, powerFactor: 1, rhythm: 'steady' },
  { name: 'Rack light', amps: 0.4, powerFactor: 0.92, rhythm: 'steady' },
];

export const DEMO_LOADS: readonly LoadOverTime[] = OUTLETS;

/** The outlet with this name. */
export const demoOutlet = ({ outlets }: PduModel, name: string): string =>
  outlets[OUTLETS.findIndex((outlet) => outlet.name === name)]?.id ?? '';

/** The accounts of the demo, with what each may do. */
export const DEMO_ACCOUNTS = [
  { username: 'admin', may: 'everything' },
  { username: 'operator', may: 'sees everything and switches every outlet' },
  { username: 'viewer', may: 'sees everything, switches nothing' },
  { username: 'customer', may: 'sees and switches outlets 9 to 11 only' },
] as const;

/** Local times at which the rack light goes on and off. */
export const LIGHT = { on: '07:30', off: '20:00' } as const;

const SEES_EVERYTHING = {
  viewInletStats: true,
  viewBankStats: true,
  viewEventActions: true,
  viewOutletGroups: true,
  viewPortInfo: true,
  viewGlobalDeviceSettings: true,
};

/** The device behind an outlet, which is named as the outlet is, and the labels by which its energy can be asked for. */
function detailsOf({ unit, team }: Partial<DemoOutlet> = {}, isCustomers: boolean): JsonObject {
  return {
    ...(unit !== undefined && { device: { rackUnit: unit } }),
    ...(team !== undefined && { labels: { team, tenant: isCustomers ? 'customer' : 'own' } }),
  };
}

/**
 * The rack as a configuration document. None of its actions leaves this machine: mail needs a mail server, and none is
 * set.
 */
export function demoDocument(model: PduModel, timezone: string): JsonObject {
  const ids = model.outlets.map(({ id }) => id);
  const of = (...names: string[]): string[] => names.map((name) => demoOutlet(model, name));
  const [firstBank = '', secondBank = ''] = model.banks.map(({ id }) => id);
  const [climate = '', hub = ''] = model.sensors.map(({ id }) => id);
  const [light = ''] = of('Rack light');
  const customers = of('Build machine', 'Mail relay', 'Monitoring');
  return {
    format: 1,
    product: 'Rackfeed',
    model: model.profile.model,
    sections: {
      settings: { deviceName: 'Demo rack (simulated)', timezone, setupSteps: 'finished' },
      roles: [
        {
          id: 2,
          name: 'Operator',
          description: 'Sees everything and switches every outlet',
          permissions: {
            ...SEES_EVERYTHING,
            viewUsersList: true,
            modifyOutletGroups: true,
            modifyPortSettings: true,
            viewOutlets: ids,
            modifyOutlets: ids,
          },
        },
        {
          id: 3,
          name: 'Viewer',
          description: 'Sees everything, switches nothing',
          permissions: { ...SEES_EVERYTHING, viewOutlets: ids },
        },
        {
          id: 4,
          name: 'Customer',
          description: 'Sees and switches its own outlets only',
          permissions: { viewOutlets: customers, modifyOutlets: customers },
        },
      ],
      users: DEMO_ACCOUNTS.map(({ username }, place) => ({ id: place + 1, username, roleId: place + 1 })),
      inlets: model.inlets.map(({ id }) => ({ id, inletName: 'Feed A' })),
      banks: [
        { id: firstBank, bankName: 'Core' },
        { id: secondBank, bankName: 'Services' },
      ],
      sensors: [
        { id: climate, sensorName: 'Cold aisle' },
        { id: hub, sensorName: 'Rack door' },
      ],
      outlets: ids.map((id, place) => ({
        id,
        outletName: OUTLETS[place]?.name ?? id,
        ...(OUTLETS[place]?.isProtected && { protection: 'confirm' }),
        ...detailsOf(OUTLETS[place], customers.includes(id)),
      })),
      groups: [
        { id: 1, groupName: 'Storage', outlets: of('Storage head 1', 'Storage head 2'), groupRebootSequenceDelay: 5 },
        { id: 2, groupName: 'Hypervisors', outlets: of('Hypervisor 1', 'Hypervisor 2'), groupRebootSequenceDelay: 10 },
      ],
      actions: [
        { id: 1, name: 'Mail the operators', code: 15, params: ['noc@example.com'] },
        { id: 2, name: 'Rack light on', code: 11, params: [light, 'ON'] },
        { id: 3, name: 'Rack light off', code: 11, params: [light, 'OFF'] },
      ],
      events: [
        { id: 1, name: 'Core bank nearly full', code: 31, params: [firstBank, '16', '10'], actions: [1] },
        { id: 2, name: 'Too warm', code: 49, params: [climate, '35', '60'], actions: [2] },
        { id: 3, name: 'Light on in the morning', code: 53, params: [LIGHT.on], actions: [2] },
        { id: 4, name: 'Light off in the evening', code: 53, params: [LIGHT.off], actions: [3] },
      ],
    },
  };
}
