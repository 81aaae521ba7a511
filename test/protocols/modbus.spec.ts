/** The Modbus TCP server of the real application, with the tools that collectors use and with hostile clients. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { ProtocolServers } from '../../src/protocols/protocol-servers.js';
import type { TcpListener } from '../../src/protocols/tcp-listener.js';
import { VERSION } from '../../src/common/version.js';
import { HttpsServerService } from '../../src/tls/https-server.service.js';
import { httpsOn, runProgram } from '../support/clients/https-client.js';
import type { OutletView } from '../../src/outlets/outlet.view.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { spyOnRelays } from '../support/app/relay-spies.js';
import { collectedMemory } from '../support/process/collected-memory.js';
import { LineProcess } from '../support/process/line-process.js';
import { describeWith } from '../support/process/programs.js';
import { frameOf, ModbusTestClient, words } from '../support/protocols/modbus-client.js';
import { ON_LOOPBACK, protocolOff, protocolOn, protocolState } from '../support/protocols/protocol-on.js';
import { freePort } from '../support/servers/free-port.js';
import { eventually } from '../support/time/time-limits.js';
import { differences, matrixUsers, type MatrixUser } from '../support/protocols/rights-matrix.js';

const LOCAL = { modbusAllowedNetworks: '127.0.0.0/8' };
const FOREIGN = '127.0.0.9';
/** Random frames of the fuzz test; `FUZZ=1000000` sends as many as that. */
const FUZZ = Number(process.env['FUZZ'] ?? 3000);

let pdu: Pdu;
let admin: Client;
let port: number;
const clients: ModbusTestClient[] = [];
/** Connections of programs that stay open. */
let otherConnections = 0;

beforeAll(async () => {
  pdu = await aPdu({ env: ON_LOOPBACK });
  admin = await pdu.as('admin');
  await admin.patch('/api/simulator', {
    outlets: Object.fromEntries(pdu.model.outlets.map(({ id, index }) => [id, { loadAmps: index / 10 }])),
    sensors: { A: { connected: true, temperatureC: 22.5, humidity: 40 } },
  });
  await pdu.seconds(2);
  port = await protocolOn(pdu, admin, 'modbus', LOCAL);
});
afterAll(() => pdu.stop());
afterEach(async () => {
  clients.splice(0).forEach((client) => client.close());
  const server = pdu.app
    .get(ProtocolServers)
    .all()
    .find(([name]) => name === 'modbus')?.[1] as TcpListener;
  await eventually(() => server.size <= otherConnections); // they count for the limits until the server has seen their end
});

async function connected(from?: string): Promise<ModbusTestClient> {
  const client = await ModbusTestClient.to(port, from);
  clients.push(client);
  return client;
}

const set = async (settings: object): Promise<void> => {
  expect((await admin.post('/api/conf', settings)).status).toBe(200);
  await protocolState(pdu, 'modbus');
};
const WRITING = { modbusWriteEnabled: true, modbusWriteNetworks: '127.0.0.1', modbusWriteRoleId: 1 };
const READ_ONLY = { modbusWriteEnabled: false, modbusWriteNetworks: '', modbusWriteRoleId: 0 };

const outletViews = async () => (await admin.get('/api/outlets')).body as Required<OutletView>[];

describe('the registers', () => {
  it('begin with the numbers of objects of the model', async () => {
    const { profile } = pdu.model;
    const bytes = await (await connected()).registers(0, 8);
    expect(bytes.toString('hex')).toBe(
      Buffer.from(
        words(1, 1, profile.banks.filter(({ breaker }) => breaker).length, 16, 0, profile.banks.length, 14, 1),
      ).toString('hex'),
    );
  });

  it('have the measurements of each outlet as HTTP has them, as holding and as input registers', async () => {
    const client = await connected();
    const shown = await outletViews();
    for (const fn of [3, 4]) {
      for (const [place, { watts }] of shown.entries()) {
        const bytes = await client.registers(0x8012 + 64 * place, 2, fn);
        expect((bytes as Buffer).readFloatBE()).toBe(Math.fround(watts));
      }
    }
  });

  it('have apparent power, frequency and rating of each outlet', async () => {
    const client = await connected();
    const banks: { id: string; lineFrequency: number }[] = (await admin.get('/api/banks')).body;
    for (const [place, { bankId, circuitVoltage, currentRms }] of (await outletViews()).entries()) {
      const block = 0x8000 + 64 * place;
      const bank = banks.find(({ id }) => id === String(bankId));
      expect(await client.float(block + 0x14)).toBeCloseTo(circuitVoltage * currentRms, 1);
      expect(await client.float(block + 0x22)).toBe(Math.fround(bank?.lineFrequency ?? NaN));
      expect(await client.float(block + 0x26)).toBe(pdu.model.outlets[place]?.ratedCurrent);
    }
  });

  it('show an accessory that is unplugged, and hardware that is silent, as unknown and not as 0', async () => {
    const client = await connected();
    const { sensorTempInC, sensorHumidity } = (await admin.get('/api/sensors')).body[0];
    const shown = [await client.float(0x0802), await client.float(0x080a)];
    expect(shown).toEqual([Math.fround(sensorTempInC), Math.fround(sensorHumidity)]);
    await admin.patch('/api/simulator', { sensors: { A: { connected: false } } });
    await pdu.seconds(1);
    expect([await client.float(0x0802), (await client.registers(0x0801, 1)).toString('hex')]).toEqual([NaN, '0000']);
    const before = await client.float(0x3008);
    await admin.patch('/api/simulator', { sensors: { A: { connected: true } }, bus: { failing: true } });
    await pdu.seconds(20);
    const bytes = (await client.registers(8, 2)) as Buffer;
    expect([bytes.readUInt16BE(0) & 1, bytes.readUInt16BE(2)]).toEqual([1, 20]);
    expect(await client.float(0x3008)).toBe(before);
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await pdu.seconds(1);
    expect((await client.registers(8, 1)).toString('hex')).toBe('0000');
  });

  it('and all requests outside of them are refused with the exception of the specification', async () => {
    const client = await connected();
    const exceptionOf = async (pdu: readonly number[], unit = 1): Promise<string> => {
      const answer = await client.request(pdu, unit);
      return `${answer.readUInt8(0).toString(16)} ${answer.readUInt8(1)}`;
    };
    expect(await exceptionOf([3, ...words(0, 0)])).toBe('83 3');
    expect(await exceptionOf([3, ...words(0, 126)])).toBe('83 3');
    expect(await exceptionOf([3, ...words(65_535, 2)])).toBe('83 2');
    expect(await exceptionOf([3, ...words(0x7000, 1)])).toBe('83 2');
    expect(await exceptionOf([3, ...words(0, 1)], 9)).toBe('83 11');
    expect(await exceptionOf([6, ...words(0, 1)])).toBe('86 1');
    expect(await exceptionOf([8, ...words(0, 1)])).toBe('88 1');
    expect(await exceptionOf([23, ...words(0, 1, 0, 1), 2, 0, 0])).toBe('97 1');
    expect(await exceptionOf([1, ...words(0, 1)])).toBe('81 2');
    for (const unit of [0, 1, 255]) expect((await client.request([3, ...words(0, 1)], unit)).length).toBe(4);
  });
});

describeWith('mbpoll', 'mbpoll', () => {
  const mbpoll = async (...argv: readonly string[]): Promise<string> => {
    const { output } = await runProgram('mbpoll', '-0', '-1', '-o', '10', '-a', '1', '-p', String(port), ...argv);
    return output;
  };
  const valuesIn = (output: string): string[] =>
    Array.from(output.matchAll(/^\[\d+\]:\s+(\S+)/gm), ([, value = '']) => value);

  it('reads the numbers of objects, voltage and current of the inlet, and the states of outlets', async () => {
    expect(valuesIn(await mbpoll('-t', '4', '-r', '0', '-c', '4', '127.0.0.1')).map(Number)).toEqual([
      1,
      1,
      pdu.model.banks.filter(({ breaker }) => breaker).length,
      16,
    ]);
    const { inletVoltageRms, inletCurrentRms } = (await admin.get('/api/inlets')).body[0];
    const floats = valuesIn(await mbpoll('-t', '4:float', '-B', '-r', '12296', '-c', '2', '127.0.0.1')).map(Number);
    expect(floats[0]).toBeCloseTo(inletVoltageRms, 2);
    expect(floats[1]).toBeCloseTo(inletCurrentRms, 2);
    const states = (await outletViews()).slice(0, 8).map(({ state }) => (state === 'ON' ? '1' : '0'));
    expect(valuesIn(await mbpoll('-t', '0', '-r', '1', '-c', '8', '127.0.0.1'))).toEqual(states);
  });

  it('switches no outlet while writing is off, and one where it is on for its network', async () => {
    expect(await mbpoll('-t', '0', '-r', '3', '127.0.0.1', '0')).toMatch(/Illegal function/);
    expect((await outletViews())[2]?.state).toBe('ON');
    await set(WRITING);
    expect(await mbpoll('-t', '0', '-r', '3', '127.0.0.1', '0')).toMatch(/Written 1 references/);
    expect((await outletViews())[2]?.state).toBe('OFF');
    expect(await mbpoll('-t', '0', '-r', '3', '127.0.0.1', '1')).toMatch(/Written 1 references/);
    await set(READ_ONLY);
  });
});

describeWith('pymodbus', 'pymodbus', () => {
  let python: LineProcess;
  const ask = async (...request: readonly unknown[]): Promise<unknown> => {
    const before = python.lines.length;
    python.say(JSON.stringify(request));
    await python.until((lines) => lines.length > before);
    return JSON.parse(python.lines[before] ?? '');
  };
  beforeAll(async () => {
    const script = join(import.meta.dirname, '../support/protocols/pymodbus-client.py');
    python = new LineProcess('/usr/bin/python3', ['-u', script, String(port)]);
    await python.until((lines) => lines.includes('ready'));
    otherConnections = 1;
  });
  afterAll(async () => {
    await python.stop();
    otherConnections = 0;
  });

  it('reads the power of every outlet', async () => {
    for (const [place, { watts }] of (await outletViews()).entries()) {
      for (const method of ['read_holding_registers', 'read_input_registers']) {
        const [high = 0, low = 0] = (await ask(method, 0x8012 + 64 * place, 2)) as number[];
        expect(Buffer.from(words(high, low)).readFloatBE()).toBe(Math.fround(watts));
      }
    }
  });

  it('reads the device identification: the basic objects, all of them, one', async () => {
    const { modelNumber, model } = pdu.model.profile;
    const basic = { 0: 'Rackfeed', 1: modelNumber, 2: VERSION };
    expect(await ask('identify', 1, 0)).toEqual(basic);
    expect(await ask('identify', 2, 0)).toEqual({ ...basic, 3: '', 4: 'Rackfeed PDU controller', 5: model });
    expect(await ask('identify', 4, 1)).toEqual({ 1: modelNumber });
  });

  it('switches several outlets by one command, or none of them if one is protected', async () => {
    await set(WRITING);
    await admin.put('/api/outlets/4', { protection: 'locked' });
    const off = Array(8).fill(false);
    expect(await ask('write_coils', 1, off)).toEqual({ exception: 4 });
    const states = async () => (await outletViews()).slice(0, 8).map(({ state }) => state);
    expect(new Set(await states())).toEqual(new Set(['ON']));
    await admin.put('/api/outlets/4', { protection: 'none' });
    expect(await ask('write_coils', 1, off)).toBe('ok');
    expect(new Set(await states())).toEqual(new Set(['OFF']));
    expect(await ask('write_coils', 1, Array(8).fill(true))).toBe('ok');
    await set(READ_ONLY);
  });

  it('switches outlet 5 off and on as pdudaemon does: the coil with the number of the outlet', async () => {
    await set(WRITING);
    expect(await ask('write_coil', 5, false)).toBe('ok');
    expect((await outletViews()).map(({ state }) => state).indexOf('OFF')).toBe(4);
    expect(await ask('write_coil', 5, true)).toBe('ok');
    expect((await outletViews())[4]?.state).toBe('ON');
    await set(READ_ONLY);
  });
});

describe('writing', () => {
  beforeEach(() => set(WRITING));
  afterAll(() => set(READ_ONLY));

  it('needs a role, a network, and both settings; everything else is an unknown function', async () => {
    const refusal = await admin.post('/api/conf', { modbusWriteRoleId: 0 });
    expect([refusal.status, refusal.body.details[0].field]).toEqual([422, 'modbusWriteRoleId']);
    const [near, foreign] = [await connected(), await connected(FOREIGN)];
    expect([await near.writeBit(1, true), await foreign.writeBit(1, false)]).toEqual(['ok', 'exception 1']);
    const statusOf = async (client: ModbusTestClient) => ((await client.registers(8, 1)) as Buffer).readUInt16BE(0);
    expect([await statusOf(near), await statusOf(foreign)]).toEqual([1 << 5, 0]);
    await set({ modbusWriteNetworks: '' });
    expect(await near.writeBit(1, false)).toBe('exception 1');
    expect((await outletViews())[0]?.state).toBe('ON');
  });

  it('is in the audit log with protocol, role and address, a refused one with its reason', async () => {
    pdu.clock.advance(60_000); // a refusal is recorded once a minute
    const client = await connected();
    await client.writeBit(3, false);
    await admin.put('/api/outlets/3', { protection: 'locked' });
    expect(await client.writeBit(3, true)).toBe('exception 4');
    const { entries } = (await admin.get('/api/log?kind=outlet.switch&limit=2')).body;
    const common = { object: `outlet:${pdu.model.outlets[2]?.id}`, via: 'modbus', address: '127.0.0.1' };
    expect(entries).toMatchObject([
      { ...common, result: 'OUTLET_PROTECTED' },
      { ...common, result: 'ok', after: { state: 'OFF' } },
    ]);
    await admin.put('/api/outlets/3', { protection: 'none', state: 'ON' });
  });

  it('reboots outlets, and switches groups and relay outputs', async () => {
    const client = await connected();
    const group = await admin.post('/api/groups', { groupName: 'Two', outlets: ['7', '8'] });
    expect(await client.writeBit(1002, false)).toBe('exception 3');
    expect(await client.writeBit(1002, true)).toBe('ok');
    await pdu.seconds(1);
    expect(await client.bits(1001, 3)).toEqual([0, 1, 0]);
    await pdu.seconds(10);
    expect([await client.bits(1002, 1), await client.bits(2, 1)]).toEqual([[0], [1]]);
    expect([await client.bits(2001, 1), await client.writeBit(2001, false), await client.bits(2001, 1)]).toEqual([
      [1],
      'ok',
      [0],
    ]);
    expect((await outletViews()).slice(5, 9).map(({ state }) => state)).toEqual(['ON', 'OFF', 'OFF', 'ON']);
    await client.writeBit(2001, true);
    await pdu.seconds(2);
    expect(await client.writeBit(3001, true)).toBe('ok');
    expect([await client.bits(3001, 1), await client.writeBit(3001, false)]).toEqual([[1], 'ok']);
    expect(await client.bits(4001, 1, 2)).toEqual([1]);
    expect(await client.bits(4001, 1, 1)).toBe('exception 2');
    await admin.delete(`/api/groups/${group.body.id}`);
    expect(await client.bits(2001, 1)).toBe('exception 2');
  });

  it('is refused with a device failure while the hardware is silent, and for a relay that does not follow', async () => {
    const client = await connected();
    await admin.patch('/api/simulator', { outlets: { [pdu.model.outlets[8]?.id ?? '']: { relayStuck: true } } });
    expect(await client.writeBit(9, false)).toBe('exception 4');
    await admin.patch('/api/simulator', { outlets: { [pdu.model.outlets[8]?.id ?? '']: { relayStuck: false } } });
    await admin.put('/api/outlets/9', { state: 'ON' });
    await admin.patch('/api/simulator', { bus: { failing: true } });
    expect(await client.writeBit(1, false)).toBe('exception 4');
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await pdu.seconds(1);
    await admin.put('/api/outlets/1', { state: 'ON' });
  });

  it('that takes longer than three seconds is answered as busy, and goes on', async () => {
    const { outlets } = pdu.app.get(PduDriver);
    if (!outlets) throw new Error('This model has no outlets.');
    const client = await connected();
    let follow = (): void => undefined;
    const following = new Promise<void>((resolve) => (follow = resolve));
    const drive = outlets.setOutlets.bind(outlets);
    const slow = jest.spyOn(outlets, 'setOutlets').mockImplementation(async (changes) => {
      await following;
      return drive(changes);
    });
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const limits = () => timers.mock.calls.filter(([, delay]) => delay === 3000).map(([end]) => end);
    const answer = client.writeBit(10, false);
    await eventually(() => slow.mock.calls.length > 0 && limits().length > 0);
    const [threeSecondsLater] = limits();
    timers.mockRestore();
    threeSecondsLater?.();
    expect(await answer).toBe('exception 6');
    expect(await client.bits(10, 1)).toEqual([1]);
    follow();
    await pdu.idle();
    slow.mockRestore();
    await pdu.seconds(1);
    expect([await client.bits(10, 1), (await outletViews())[9]?.state]).toEqual([[0], 'OFF']);
    await admin.put('/api/outlets/10', { state: 'ON' });
  });

  it('is a warning in the health and in the state of the server, and the role cannot be deleted meanwhile', async () => {
    const role = (await admin.post('/api/roles', { name: 'Writers', permissions: {} })).body.id as number;
    await set({ modbusWriteRoleId: role });
    expect((await admin.get('/health')).body.checks).toContainEqual({ name: 'protocols', status: 'warn' });
    const modbus = async () =>
      (await admin.get('/api/system/protocols')).body.find(({ name }: { name: string }) => name === 'modbus');
    expect((await modbus()).warning).toMatch(/127\.0\.0\.1 can switch without a password/);
    expect((await admin.delete(`/api/roles/${role}`)).body.code).toBe('ROLE_IN_SETTING');
    expect((await admin.post('/api/conf', { modbusReadRoleId: 4711 })).body.code).toBe('SETTING_ROLE_UNKNOWN');
    const client = await connected();
    expect(await client.writeBit(1, false)).toBe('exception 4');
    await set(READ_ONLY);
    expect((await admin.get('/health')).body.checks).toContainEqual({ name: 'protocols', status: 'ok' });
    expect((await admin.delete(`/api/roles/${role}`)).status).toBe(200);
    expect(await modbus()).toMatchObject({ enabled: true, port, clients: expect.anything() });
  });
});

describe('the connections', () => {
  it('of other networks are closed at once, and nothing listens while the list is empty', async () => {
    const near = await connected();
    await set({ modbusAllowedNetworks: '127.0.0.1' });
    const foreign = await connected(FOREIGN);
    expect(await foreign.frame()).toBeUndefined();
    expect(await near.registers(0, 1)).toBeInstanceOf(Buffer);
    await set({ modbusAllowedNetworks: '' });
    expect(await near.frame()).toBeUndefined();
    expect(await protocolState(pdu, 'modbus')).toMatchObject({ enabled: true, port: undefined });
    expect(await (await connected()).frame()).toBeUndefined();
    await set(LOCAL);
  });

  it('are 16 at once and 4 of an address, and close after a minute without a request', async () => {
    const opened: ModbusTestClient[] = [];
    for (let n = 0; n < 200; n++) opened.push(await connected(`127.0.0.${10 + (n % 20)}`));
    const open = async () => {
      const served = await Promise.all(
        opened.map(async (client) => {
          client.send(frameOf([3, ...words(0, 1)]));
          return (await client.frame()) !== undefined;
        }),
      );
      return served.filter(Boolean).length;
    };
    expect(await open()).toBe(16);
    await pdu.seconds(59);
    expect(await open()).toBe(16);
    await pdu.seconds(60);
    await Promise.all(opened.map((client) => client.frame()));
    expect(opened.filter(({ isClosed }) => !isClosed)).toEqual([]);
    const same = await Promise.all(Array.from({ length: 6 }, () => connected()));
    same.slice(0, 4).forEach((client) => client.close());
  });

  it('are answered a hundred times a second, and then read slower; nothing is lost', async () => {
    const client = await connected();
    for (let n = 0; n < 250; n++) client.send(frameOf([3, ...words(0, 1)], { transaction: n }));
    const numbers: number[] = [];
    const receive = async (count: number): Promise<void> => {
      while (numbers.length < count) numbers.push((await client.frame())?.readUInt16BE(0) ?? -1);
    };
    await receive(100);
    await pdu.seconds(1);
    await receive(200);
    await pdu.seconds(1);
    await receive(250);
    expect(numbers).toEqual(Array.from({ length: 250 }, (_, n) => n));
  });
});

describe('a stream of bytes', () => {
  it('is answered in order however it is cut: at every octet, and with ten requests in one segment', async () => {
    const requests = Array.from({ length: 10 }, (_, n) => frameOf([3, ...words(n, 1)], { transaction: n }));
    const all = Buffer.concat(requests);
    const cut = await connected();
    for (const byte of all) {
      cut.send(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const whole = await connected();
    whole.send(all);
    for (const client of [cut, whole]) {
      for (let n = 0; n < 10; n++) expect((await client.frame())?.readUInt16BE(0)).toBe(n);
    }
  });

  it('that is no Modbus closes its connection, after the requests before it are answered', async () => {
    const client = await connected();
    client.send(Buffer.concat([frameOf([3, ...words(0, 1)]), Buffer.from('GET / HTTP/1.1\r\n\r\n')]));
    expect(await client.frame()).toBeDefined();
    expect(await client.frame()).toBeUndefined();
  });

  it(
    'of random frames, some of a wrong length, is answered in order, breaks nothing and moves no relay',
    async () => {
      await set({ modbusAllowedNetworks: '127.0.0.0/8' });
      const movesOf = spyOnRelays(pdu);
      const random = generator(17);
      let earlier = 0;
      for (let sent = 0; sent < FUZZ;) {
        const batches = Array.from({ length: 8 }, () => randomFrames(random, 90));
        await Promise.all(batches.map((frames, place) => exchange(frames, 2 + (random() % 200), SENDERS[place % 3])));
        sent += 8 * 90;
        if (sent >= FUZZ / 5 && earlier === 0) earlier = await collectedMemory();
      }
      expect(await (await connected()).registers(0, 1)).toBeInstanceOf(Buffer);
      expect(movesOf()).toEqual([]);
      // The memory of a short run still grows.
      if (process.env['FUZZ']) expect((await collectedMemory()) / earlier).toBeLessThan(1.1);
    },
    FUZZ > 10_000 ? 3_600_000 : undefined,
  );

  interface RandomFrame {
    readonly bytes: Buffer;
    /** False for a frame after which nobody knows where the next one begins. */
    readonly isSound: boolean;
  }

  function randomFrames(random: () => number, count: number): RandomFrame[] {
    return Array.from({ length: count }, (_, transaction) => {
      const content = Array.from({ length: 1 + (random() % 40) }, () => random() & 0xff);
      if (random() % 2 === 0) content[0] = [1, 2, 3, 4, 5, 15, 43][random() % 7] ?? 0;
      const bytes = frameOf(content, { transaction, unit: random() % 3 });
      const isSound = random() % 100 > 0;
      if (!isSound) bytes.writeUInt16BE(random() & 0xffff, 4); // the length
      return { bytes, isSound };
    });
  }

  /** Sends these frames from one address, and expects an answer to each before the first that is not sound. */
  async function exchange(
    frames: readonly RandomFrame[],
    address: number,
    send: (client: ModbusTestClient, frames: readonly Buffer[]) => Promise<void> = atOnce,
  ): Promise<void> {
    const client = await ModbusTestClient.to(port, `127.0.0.${address}`);
    client.socket.setNoDelay(true);
    await send(
      client,
      frames.map(({ bytes }) => bytes),
    );
    client.socket.end();
    const answered: number[] = [];
    for (let frame = await client.frame(); frame; frame = await client.frame()) answered.push(frame.readUInt16BE(0));
    const damaged = frames.findIndex(({ isSound }) => !isSound);
    const sound = damaged < 0 ? frames.length : damaged;
    expect(answered.slice(0, sound)).toEqual(Array.from({ length: sound }, (_, transaction) => transaction));
  }

  const atOnce = async (client: ModbusTestClient, frames: readonly Buffer[]): Promise<void> =>
    frames.forEach((bytes) => client.send(bytes));
  const tenInASegment = async (client: ModbusTestClient, frames: readonly Buffer[]): Promise<void> => {
    for (let place = 0; place < frames.length; place += 10) {
      client.send(Buffer.concat(frames.slice(place, place + 10)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const octetByOctet = async (client: ModbusTestClient, frames: readonly Buffer[]): Promise<void> => {
    for (const octet of Buffer.concat(frames)) {
      client.send(Buffer.from([octet]));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const SENDERS = [atOnce, tenInASegment, octetByOctet];
});

/** A small generator of numbers from 0 to 2^31 that repeats itself for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) >> 8;
}

describe('the rights', () => {
  let users: readonly MatrixUser[];
  beforeAll(async () => {
    users = await matrixUsers(pdu);
  });

  it('of readers are those of their role: every block and coil as over HTTP', async () => {
    const client = await connected();
    const found = await differences({
      users,
      nameOf: ({ person }) => person.name,
      cells: READS,
      overHttp: async ({ person }: MatrixUser, { path, member }) => {
        await pdu.seconds(1); // the rate of requests
        const { status, body } = await pdu.request('GET', path, undefined, await person.headers('token'));
        const value: unknown = status === 200 ? member(body) : undefined;
        return typeof value === 'number' ? Math.fround(value) : value;
      },
      overProtocol: async ({ roleId }, { read }) => {
        if (currentRole !== roleId) await set({ modbusReadRoleId: (currentRole = roleId) });
        return read(client);
      },
    });
    await set({ modbusReadRoleId: 0 });
    expect(found).toEqual([]);
  });

  it('of writers are those of their role: every command is carried out or refused as over HTTP', async () => {
    const group = await admin.post('/api/groups', { groupName: 'One', outlets: ['1'] });
    await set(WRITING);
    const client = await connected();
    const cells = [
      { name: 'outlet 1', path: '/api/outlets/1', body: { state: 'ON' }, coil: 1 },
      { name: 'outlet 2', path: '/api/outlets/2', body: { state: 'ON' }, coil: 2 },
      { name: 'group', path: `/api/groups/${group.body.id}`, body: { state: 'ON' }, coil: 2001 },
      { name: 'relay output', path: '/api/relayOutputs/1', body: { state: 'ON' }, coil: 3001 },
    ];
    const found = await differences({
      users,
      nameOf: ({ person }) => person.name,
      cells,
      overHttp: async ({ person }: MatrixUser, { path, body }) => {
        await pdu.seconds(1);
        return (await pdu.request('PUT', path, body, await person.headers('token'))).status === 200
          ? 'ok'
          : 'exception 4';
      },
      overProtocol: async ({ roleId }, { coil }) => {
        await set({ modbusWriteRoleId: roleId });
        return client.writeBit(coil, true);
      },
    });
    await set(READ_ONLY);
    expect(found).toEqual([]);
  });
});

let currentRole = 0;

/* eslint-disable @typescript-eslint/no-explicit-any -- bodies of several routes */
const READS: readonly {
  readonly name: string;
  readonly path: string;
  readonly member: (body: any) => unknown;
  readonly read: (client: ModbusTestClient) => Promise<unknown>;
}[] = [
  ...[1, 2].map((index) => ({
    name: `power of outlet ${index}`,
    path: `/api/outlets/${index}`,
    member: ({ watts }: any) => watts,
    read: (client: ModbusTestClient) => known(client.float(0x8012 + 64 * (index - 1))),
  })),
  ...[1, 2].map((index) => ({
    name: `state of outlet ${index}`,
    path: `/api/outlets/${index}`,
    member: ({ state }: any) => Number(state === 'ON'),
    read: async (client: ModbusTestClient) => unlessUnknown(await client.registers(0x8000 + 64 * (index - 1), 1)),
  })),
  {
    name: 'voltage of the inlet',
    path: '/api/inlets',
    member: ([inlet]) => inlet.inletVoltageRms,
    read: (client) => known(client.float(0x3008)),
  },
  {
    name: 'current of the bank',
    path: '/api/banks',
    member: ([bank]) => bank.currentRms,
    read: (client) => known(client.float(0x400a)),
  },
  {
    name: 'temperature',
    path: '/api/sensors',
    member: ([sensor]) => sensor.sensorTempInC,
    read: (client) => known(client.float(0x0802)),
  },
  {
    name: 'serial number',
    path: '/api/device',
    member: ({ enclosureSerialNumber }) => Number(enclosureSerialNumber),
    read: async (client) => {
      const bytes = (await client.registers(0x0e, 2)) as Buffer;
      return bytes.readUInt32BE() === 0xffff_ffff ? undefined : bytes.readUInt32BE();
    },
  },
];
/* eslint-enable @typescript-eslint/no-explicit-any */

const known = async (value: Promise<number>): Promise<number | undefined> =>
  Number.isNaN(await value) ? undefined : value;

const unlessUnknown = (bytes: Buffer | string): number | undefined => {
  const value = typeof bytes === 'string' ? 0xffff : bytes.readUInt16BE(0);
  return value === 0xffff ? undefined : value;
};

describe('the settings', () => {
  it('are in the configuration document', async () => {
    const { sections } = (await admin.get('/api/config/export')).body;
    expect(sections.settings).toMatchObject({ modbusEnabled: true, modbusPort: port, ...LOCAL });
  });

  const ports = () => {
    const states = new Map(pdu.app.get(ProtocolServers).all());
    return [states.get('nut')?.state().port, states.get('modbus')?.state().port];
  };

  it('take effect at once where a port is given from one server to another', async () => {
    const given = await protocolOn(pdu, admin, 'nut');
    const other = await freePort();
    expect((await admin.post('/api/conf', { nutPort: other, modbusPort: given })).status).toBe(200);
    await eventually(() => ports().join() === `${other},${given}`);
    port = given;
    expect((await (await connected()).registers(0, 1)).length).toBe(2);
    await protocolOff(pdu, admin, 'nut');
  });

  it('take effect at once where servers swap their ports, HTTPS too', async () => {
    const nut = await protocolOn(pdu, admin, 'nut');
    const https = await httpsOn(pdu, admin);
    await admin.post('/api/conf', { nutPort: port, modbusPort: nut });
    await pdu.app.get(ProtocolServers).adjust();
    expect(ports()).toEqual([port, nut]);
    await admin.post('/api/conf', { nutPort: nut, modbusPort: https, webSslPort: port });
    await pdu.app.get(ProtocolServers).adjust();
    expect([...ports(), pdu.app.get(HttpsServerService).port]).toEqual([nut, https, port]);
    port = https;
    expect((await (await connected()).registers(0, 1)).length).toBe(2);
    await admin.post('/api/conf', { webSslEnabled: false });
    await protocolOff(pdu, admin, 'nut');
  });

  it('take effect at once: off closes the port and the connections', async () => {
    const client = await connected();
    await protocolOff(pdu, admin, 'modbus');
    expect(await client.frame()).toBeUndefined();
    expect(await (await connected()).frame()).toBeUndefined();
  });
});
