import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OBJECTS, oidOf, type ObjectName } from '../../src/actions/channels/trap/mib.js';
import type { Access } from '../../src/common/access.js';
import type { Mib } from '../../src/snmp/mib/mib.js';
import { compareOids, type MibValue } from '../../src/snmp/mib/object.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { accessWith, ADMINISTRATOR } from '../support/fixtures/permissions.js';
import { mibOf } from '../support/protocols/mib-of.js';

const MODELS = ['single-phase-16', 'three-phase-36', 'ats-8', 'dual-circuit-16', 'switched-8', 'inlet-metered'];
const SYNLINK = '1.3.6.1.4.1.21728.4';
const ENTITY = '1.3.6.1.2.1.47.1.1.1.1';
const SENSOR = '1.3.6.1.2.1.99.1.1.1';
const POWERNET = '1.3.6.1.4.1.318.1.1';

/** The known values of a role, by object identifier, in the order in which they are served. */
function valuesOf(mib: Mib, access: Access = ADMINISTRATOR): Map<string, MibValue> {
  const at = mib.at(access);
  const { objects } = mib.layout(at);
  return new Map(
    objects
      .filter((object) => object.mayView(access))
      .map((object) => [object.oid.join('.'), object.read(at)] as const)
      .filter((entry): entry is [string, MibValue] => entry[1] !== undefined),
  );
}

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  integer: [-(2 ** 31), 2 ** 31 - 1],
  timeTicks: [0, 2 ** 32 - 1],
  gauge32: [0, 2 ** 32 - 1],
  counter32: [0, 2 ** 32 - 1],
};

describe.each(MODELS)('the objects of %s', (model) => {
  let pdu: Pdu;
  let mib: Mib;
  let admin: Client;

  beforeAll(async () => {
    pdu = await aPdu({ model });
    admin = await pdu.as('admin');
    await pdu.seconds(2);
    if (pdu.model.hasOutlets) await admin.post('/api/groups', { groupName: 'Rack', outlets: ['1', '2'] });
    await admin.post('/api/events', { name: 'Hourly', code: 54, params: ['3600'], actions: [] });
    mib = mibOf(pdu);
  });
  afterAll(() => pdu.stop());

  it('stand in ascending order, each once', () => {
    const { objects, columns } = mib.layout(mib.at(ADMINISTRATOR));
    for (const list of [objects, columns]) {
      const wrong = list.filter(({ oid }, place) => {
        const next = list[place + 1];
        return next && compareOids(oid, next.oid) >= 0;
      });
      expect(wrong.map(({ oid }) => oid.join('.'))).toEqual([]);
    }
  });

  it('have the chassis in no other entity, and with no place among others (RFC 6933)', () => {
    const values = valuesOf(mib);
    expect([4, 5, 6].map((column) => values.get(`${ENTITY}.${column}.1`))).toEqual([0, 3, -1]);
  });

  it('have every cell in the load table of PowerNet, which managers read row by row', () => {
    const rows = new Map<string, string[]>();
    for (const oid of valuesOf(mib).keys()) {
      const [, column, row] = /^1\.3\.6\.1\.4\.1\.318\.1\.1\.12\.2\.3\.1\.1\.(\d+)\.(\d+)$/.exec(oid) ?? [];
      if (column !== undefined && row !== undefined) rows.set(row, [...(rows.get(row) ?? []), column]);
    }
    expect(rows.size).toBeGreaterThan(0);
    for (const columns of rows.values()) expect(columns).toEqual(['1', '2', '3', '4', '5']);
  });

  it('have values of their types', () => {
    const at = mib.at(ADMINISTRATOR);
    const wrong = mib.layout(at).objects.filter((object) => {
      const value = object.read(at);
      if (value === undefined) return false;
      const range = RANGES[object.column.syntax];
      if (range)
        return !(typeof value === 'number' && Number.isInteger(value) && value >= range[0] && value <= range[1]);
      if (object.column.syntax === 'octets') return !(typeof value === 'string' || Buffer.isBuffer(value));
      return !(typeof value === 'string' && /^\d+(\.\d+)+$/.test(value));
    });
    expect(wrong.map(({ oid }) => oid.join('.'))).toEqual([]);
  });

  it('are what HTTP says, in the units of the MIB', async () => {
    const values = valuesOf(mib);
    const column = (entry: string, number: number, rows: number) =>
      Array.from({ length: rows }, (_, row) => values.get(`${SYNLINK}.${entry}.1.1.${number}.${row + 1}`));
    const parts = (list: readonly (number | undefined)[], count: number) =>
      list.map((value) => (value === undefined ? undefined : Math.round(value * count)));
    const inlets: Record<string, number | undefined>[] = (await admin.get('/api/inlets')).body;
    for (const [number, member, count] of [
      [5, 'inletEnergyAccumulation', 100],
      [6, 'inletPowerFactor', 100],
      [14, 'inletActivePower', 1],
      [15, 'inletApparentPower', 1],
      [16, 'inletReactivePower', 1],
      [17, 'inletCurrentRms', 1000],
      [18, 'inletLineFrequency', 100],
      [19, 'inletVoltageRms', 10],
    ] as const) {
      const expected = parts(
        inlets.map((inlet) => inlet[member]),
        count,
      );
      expect([member, column('2', number, inlets.length)]).toEqual([member, expected]);
    }
    const banks: Record<string, number | undefined>[] = (await admin.get('/api/banks')).body;
    for (const [number, member, count] of [
      [5, 'currentRms', 1000],
      [6, 'voltageRms', 10],
      [7, 'lineFrequency', 100],
      [8, 'powerFactor', 100],
      [10, 'activePower', 1],
    ] as const) {
      const expected = parts(
        banks.map((bank) => bank[member]),
        count,
      );
      expect([member, column('4', number, banks.length)]).toEqual([member, expected]);
    }
    if (!pdu.model.hasOutlets) return;
    const outlets = (await admin.get('/api/outlets')).body as {
      state?: string;
      currentRms?: number;
      outletName: string;
    }[];
    expect(column('5', 3, outlets.length)).toEqual(outlets.map(({ outletName }) => outletName));
    expect(column('5', 7, outlets.length)).toEqual(outlets.map(({ state }) => (state === 'ON' ? 1 : 0)));
    expect(column('5', 6, outlets.length)).toEqual(
      parts(
        outlets.map(({ currentRms }) => currentRms),
        1000,
      ),
    );
  });

  it('are none of those that a role without permissions may not view', () => {
    const nobody = [...valuesOf(mib, accessWith({})).keys()];
    expect(nobody.filter((oid) => !/^1\.3\.6\.1\.(2\.1\.(1|2|11|31|47\.1\.4)|6\.3)\./.test(oid))).toEqual([]);
  });

  it('have the identifiers and indexes of the objects in traps', () => {
    const { columns } = mib.layout(mib.at(ADMINISTRATOR));
    const served = new Set(columns.map(({ oid }) => oid.join('.')));
    const names = (Object.keys(OBJECTS) as ObjectName[]).filter((name) => OBJECTS[name].table !== 'controller');
    const columnOf = (name: ObjectName): string => oidOf(name, 0).slice(0, -2);
    const isServed = (name: ObjectName) => served.has(columnOf(name));
    const isOfOutlets = (name: ObjectName) => OBJECTS[name].table === 'outlet';
    expect(names.filter((name) => !isServed(name) && (pdu.model.hasOutlets || !isOfOutlets(name)))).toEqual([]);
  });
});

describe('the objects', () => {
  let pdu: Pdu;
  let admin: Client;
  let mib: Mib;

  beforeAll(async () => {
    pdu = await aPdu({ model: 'dual-circuit-16' });
    admin = await pdu.as('admin');
    await pdu.seconds(2);
    mib = mibOf(pdu);
  });
  afterAll(() => pdu.stop());

  const value = (oid: string, access?: Access) => valuesOf(mib, access).get(oid);

  it('have rows of a group from its creation to its deletion, with its state as long as its outlets agree', async () => {
    const { id } = (await admin.post('/api/groups', { groupName: 'Both', outlets: ['1', '2'] })).body;
    await admin.put(`/api/groups/${id}`, { state: 'OFF' });
    expect(value(`${SYNLINK}.6.1.1.2.${id}`)).toBe('Both');
    expect(value(`${SYNLINK}.6.1.1.4.${id}`)).toBe(2);
    await admin.put('/api/outlets/1', { state: 'ON' });
    expect(value(`${SYNLINK}.6.1.1.4.${id}`)).toBeUndefined();
    await admin.put('/api/outlets/2', { state: 'ON' });
    expect(value(`${SYNLINK}.6.1.1.4.${id}`)).toBe(1);
    const viewsOne = accessWith({ viewOutletGroups: true, viewOutlets: [pdu.model.outlets[0]?.id ?? ''] });
    expect(value(`${SYNLINK}.6.1.1.4.${id}`, viewsOne)).toBeUndefined();
    expect(value(`${SYNLINK}.6.1.1.2.${id}`, viewsOne)).toBe('Both');
    await admin.delete(`/api/groups/${id}`);
    expect(value(`${SYNLINK}.6.1.1.2.${id}`)).toBeUndefined();
  });

  it('have an event, and when it last triggered', async () => {
    const created = await admin.post('/api/events', {
      name: 'Ten minutes',
      code: 54,
      params: ['600'],
      actions: [],
    });
    expect(created.status).toBe(200);
    const { id } = created.body;
    expect(value(`${SYNLINK}.9.2.1.1.4.${id}`)).toBe('Ten minutes');
    expect(value(`${SYNLINK}.9.2.1.1.9.${id}`)).toBe(0);
    pdu.clock.advance(600_000);
    await pdu.seconds(1);
    expect(value(`${SYNLINK}.9.2.1.1.9.${id}`)).toBe(Math.floor(pdu.clock.now() / 1000));
  });

  it('have an entity for each part, with its measurements below it', () => {
    const values = valuesOf(mib);
    expect(values.get(`${ENTITY}.5.1`)).toBe(3);
    expect(values.get(`${ENTITY}.2.100302`)).toBe('Outlet 3 current');
    expect(values.get(`${ENTITY}.4.100302`)).toBe(100300);
    expect([1, 2, 3, 6].map((column) => values.get(`${SENSOR}.${column}.100302`))).toEqual([5, 8, 0, 'mA']);
    expect([1, 2, 3, 6].map((column) => values.get(`${SENSOR}.${column}.1001`))).toEqual([3, 9, 1, 'V']);
    expect(values.get(`${SENSOR}.4.1001`)).toBe(values.get(`${SYNLINK}.2.1.1.19.1`));
    expect(values.get(`${SENSOR}.4.100309`)).toBe(1);
    expect(values.get(`${SENSOR}.5.100302`)).toBe(1);
  });

  it('say that a measurement is old while the hardware does not answer', async () => {
    await admin.patch('/api/simulator', { bus: { failing: true } });
    await pdu.seconds(1);
    expect((await admin.get('/api/device')).body.readingFresh).toBe(false);
    expect(value(`${SENSOR}.5.100302`)).toBe(3);
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await pdu.seconds(1);
    expect(value(`${SENSOR}.5.100302`)).toBe(1);
  });

  it('have the texts of PowerNet for the outlets that a role may view', async () => {
    await admin.put('/api/outlets/2', { state: 'OFF' });
    const ids = pdu.model.outlets.slice(0, 3).map(({ id }) => id);
    const texts = (access: Access) => [2, 3].map((number) => String(value(`${POWERNET}.4.2.${number}.0`, access)));
    expect(texts(accessWith({ viewOutlets: ids }))).toEqual(['On  Off  On  ', 'No  No  No  ']);
    await admin.put('/api/outlets/1', { state: 'REBOOT' });
    expect(texts(accessWith({ viewOutlets: ids }))[1]).toBe('Yes  No  No  ');
    await pdu.seconds(8);
  });

  it('say the load in the units of PowerNet and of NetBooter', async () => {
    const [first, second] = (await admin.get('/api/inlets')).body;
    const values = valuesOf(mib);
    const powernet = (oid: string) => values.get(`${POWERNET}.${oid}`);
    expect(powernet('12.2.3.1.1.2.1')).toBe(Math.round(first.inletCurrentRms * 10));
    expect(powernet('12.2.3.1.1.2.2')).toBe(Math.round(second.inletCurrentRms * 10));
    expect([powernet('12.2.3.1.1.5.2'), powernet('12.2.3.1.1.5.3')]).toEqual([0, 1]);
    const watts = first.inletActivePower + second.inletActivePower;
    expect(powernet('12.1.16.0')).toBe(Math.round(watts));
    expect(powernet('26.4.3.1.5.1')).toBe(Math.round(watts / 10));
    expect(powernet('12.1.15.0')).toBe(120);
    const netbooter = (oid: string) => values.get(`1.3.6.1.4.1.21728.${oid}`);
    expect(netbooter('3.3.2.0')).toBe(first.inletCurrentRms.toFixed(2));
    expect(netbooter('2.4.1.3.1.1.4.1')).toBe(second.inletCurrentRms.toFixed(2));
    expect(netbooter('3.3.8.0')).toBe(Math.round((await admin.get('/api/sensors')).body[0].sensorTempInC));
  });

  it('number the lines and banks of PowerNet', () => {
    const values = valuesOf(mib);
    const numbers = [1, 2, 3].map((row) => values.get(`${POWERNET}.12.2.3.1.1.1.${row}`));
    expect(numbers).toEqual([1, 2, 3]);
  });

  it('say near overload above 80 % of the rating, and overload above it', async () => {
    const id = pdu.model.outlets[0]?.id ?? '';
    const states = async (loadAmps: number) => {
      await admin.patch('/api/simulator', { outlets: { [id]: { loadAmps } } });
      await pdu.seconds(1);
      return value(`${POWERNET}.12.2.3.1.1.3.1`);
    };
    const others =
      (await admin.get('/api/inlets')).body[0].inletCurrentRms - (await admin.get('/api/outlets/1')).body.currentRms;
    // The rating is 20 A.
    expect([await states(18 - others), await states(25)]).toEqual([3, 4]);
    await admin.patch('/api/simulator', { outlets: { [id]: { loadAmps: 0 } } });
    await pdu.seconds(1);
    expect(value(`${POWERNET}.12.2.3.1.1.3.1`)).toBe(1);
  });

  it('take the number of a SET only if nobody has set anything in between', () => {
    const oid = '1.3.6.1.6.3.1.1.6.1.0';
    const at = mib.at(ADMINISTRATOR);
    const object = mib.layout(at).objects.find((each) => each.oid.join('.') === oid);
    const before = Number(object?.read(at));
    expect(object?.check((before + 1) % 2 ** 31, at)).toBe('inconsistentValue');
    expect(object?.check(before, at)).toBeUndefined();
    const request = object?.request(before, at);
    if (request?.kind === 'other') request.run(null as never);
    expect(object?.read(at)).toBe((before + 1) % 2 ** 31);
  });

  it('leave those of other products out where the setting says so', async () => {
    await admin.post('/api/conf', { snmpCompatMibs: false });
    expect([...valuesOf(mib).keys()].filter((oid) => /\.(318|21728\.[23])\./.test(oid))).toEqual([]);
    await admin.post('/api/conf', { snmpCompatMibs: true });
    expect(value(`${POWERNET}.4.4.1.0`)).toBe(16);
  });
});
