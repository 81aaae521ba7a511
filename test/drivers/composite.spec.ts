import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { probeProfile } from '../../src/hardware/probe-command.js';
import type { ModelProfile } from '../../src/hardware/profiles/profile.js';
import { FaultyTcpLink } from '../support/servers/faulty-links.js';
import { GpioBench } from '../support/hardware/gpio-bench.js';
import { freePort } from '../support/servers/free-port.js';
import { ModbusSlave } from '../support/hardware/modbus-slave.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';

const EXAMPLE = join(import.meta.dirname, '../../packaging/profiles/composite-gpio-4-sdm120.json');
const VOLTAGE = 0x0000;

describeWith('pymodbus', 'a controller with its relays on pins and its meter on Modbus', () => {
  let folder: string;
  let profile: string;
  let bench: GpioBench;
  let meter: ModbusSlave;
  let cable: FaultyTcpLink;
  let pdu: Pdu;
  let admin: Client;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rackfeed-composite-'));
    bench = new GpioBench(2);
    for (const line of [5, 6, 13, 19]) bench.line(line, 'input', 1);
    const port = await freePort();
    meter = await ModbusSlave.overTcp(port);
    await meter.show(VOLTAGE, 229.5);
    cable = await FaultyTcpLink.to(port);
    const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as ModelProfile;
    const links = {
      pins: { kind: 'gpio' as const, chip: bench.chip },
      bus: { kind: 'modbus' as const, host: '127.0.0.1', port: cable.port, timeout: 500 },
    };
    profile = join(folder, 'profile.json');
    writeFileSync(profile, JSON.stringify({ ...example, wiring: { points: example.wiring?.points, links } }));
    pdu = await aPdu({ model: profile, env: { RACKFEED_DRIVER: 'composite' } });
    admin = await pdu.as('admin');
    await pdu.seconds(1);
  }, 60_000);
  afterAll(async () => {
    await pdu.stop();
    await cable.stop();
    await meter.stop();
    bench.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('switches the relays and reads the meter by the same API', async () => {
    expect((await admin.get('/api/inlets')).body[0]).toMatchObject({ inletVoltageRms: 229.5 });
    const { status, body } = await admin.put('/api/outlets/2', { state: 'ON' });
    expect([status, body.state]).toEqual([200, 'ON']);
    expect(bench.changes.at(-1)).toBe('6 1>0');
  });

  it('still switches when the meter is gone, and omits its readings', async () => {
    const before = bench.changes.length;
    cable.setState('cut');
    await pdu.seconds(4);
    const [inlet] = (await admin.get('/api/inlets')).body;
    expect(inlet).not.toHaveProperty('inletVoltageRms');
    expect((await admin.put('/api/outlets/2', { state: 'OFF' })).body.state).toBe('OFF');
    expect(bench.changes.slice(before)).toEqual(['6 0>1']);

    cable.setState('sound');
    for (let second = 0; second < 20; second++) {
      await pdu.seconds(1);
      if ('inletVoltageRms' in (await admin.get('/api/inlets')).body[0]) break;
    }
    expect((await admin.get('/api/inlets')).body[0]).toMatchObject({ inletVoltageRms: 229.5 });
  });

  it('is probed by an installer: every point with its value and unit, or that it did not answer', async () => {
    const moves = bench.changes.length;
    const probed = await probeProfile(profile);
    const { lines, complete } = probed;
    const line = (name: string) => lines.find((each) => each.startsWith(name)) ?? '';
    expect(line('outlets.1.state')).toMatch(/^outlets\.1\.state\s+pins\s+OFF$/);
    expect(line('inlets.1.voltage')).toMatch(/^inlets\.1\.voltage\s+bus\s+229\.5 V$/);
    expect([complete, lines.at(-1)]).toEqual([true, 'All 12 points have answered.']);

    cable.setState('cut');
    const silent = await probeProfile(profile);
    expect(silent.complete).toBe(false);
    expect(silent.lines.find((each) => each.startsWith('inlets.1.voltage'))).toContain('-  (');
    expect(silent.lines.at(-1)).toBe('8 of 12 points did not answer.');
    cable.setState('sound');
    expect(bench.changes.length).toBe(moves);
  });
});

describe('a driver that does not fit its profile', () => {
  const start = (model: string, driver: string) => aPdu({ model, env: { RACKFEED_DRIVER: driver } });

  it('refuses to start, and says what to change', async () => {
    await expect(start('switched-8', 'modbus')).rejects.toThrow('RACKFEED_DRIVER modbus needs a profile with a wiring');
    await expect(start(EXAMPLE, 'gpio')).rejects.toThrow(
      'RACKFEED_DRIVER is gpio, but link bus is modbus; use composite',
    );
  });
});
