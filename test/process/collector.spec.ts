/** A built collector with several PDUs and a built hub: joined, switched, killed, and its list read again. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RecordedEvent } from '../support/remote-simulator/command-recorder.js';
import { compileSimulator, type CompiledSimulator } from '../support/remote-simulator/compiled.js';
import { SIMULATOR_SOCKET } from '../support/remote-simulator/protocol.js';
import { commandBlocks, ROOT } from '../support/documents.js';
import { COMMUNITY, SnmpAgentProcess } from '../support/hardware/snmp-agent.js';
import { LineProcess } from '../support/process/line-process.js';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { has, itWith } from '../support/process/programs.js';
import { freePort } from '../support/servers/free-port.js';
import { freeUdpPort } from '../support/servers/trap-receiver.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(120_000);

const PASSWORD = 'correct horse battery';
const SYNLINK = join(ROOT, 'packaging/profiles/snmp-synlink-16.json');
const STATE = '1.3.6.1.4.1.21728.4.5.1.1.7';
/** All outlets on, as an agent that any program may switch. */
const AGENT = Object.fromEntries(Array.from({ length: 16 }, (_, row) => [`${STATE}.${row + 1}`, 1]));

interface FleetPdu {
  readonly id: string;
  readonly name: string;
  readonly online: boolean | null;
  readonly outlets: number | null;
}
interface HostedView {
  readonly name: string;
  readonly state: string;
  readonly restarts: number;
  readonly problem?: string;
  readonly url?: string;
  readonly health?: { readonly status: string; readonly checks: readonly { name: string; status: string }[] };
}

const folder = temporaryFolder();
const dataDir = join(folder, 'collector');
const listFile = join(dataDir, 'pdus.json');
const stopping: (() => unknown)[] = [];
let simulator: CompiledSimulator;
let profile: string;
let fleetPort: number;
let token: string;
let hub: Awaited<ReturnType<typeof signIn>>;
let collector: ControllerProcess;
let url: string;
let agent: SnmpAgentProcess | undefined;

const logOf = (name: string): string => join(folder, `${name}.log`);
/** The record of a simulated PDU about its relays and connections; it outlives every controller. */
const recorded = (name: string): RecordedEvent[] =>
  readFileSync(logOf(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RecordedEvent);
const moves = (name: string) => recorded(name).filter(({ event }) => event === 'moved');
const connections = (name: string) => recorded(name).filter(({ event }) => event === 'hello').length;

async function simulate(name: string): Promise<Record<string, unknown>> {
  mkdirSync(join(dataDir, 'pdus', name), { recursive: true });
  const socket = join(dataDir, 'pdus', name, SIMULATOR_SOCKET);
  const process = new LineProcess(globalThis.process.execPath, [
    simulator.program,
    '--socket',
    socket,
    '--log',
    logOf(name),
  ]);
  stopping.push(() => process.stop());
  await process.until((said) => said.some((line) => line.includes('is ready')));
  return { name, RACKFEED_DRIVER: simulator.driver };
}

const writeList = (...pdus: readonly object[]): void =>
  writeFileSync(listFile, JSON.stringify({ all: { RACKFEED_ADMIN_PASSWORD: PASSWORD }, pdus }), { mode: 0o600 });

async function startCollector(): Promise<void> {
  collector = new ControllerProcess({
    RACKFEED_ROLE: 'collector',
    RACKFEED_DATA_DIR: dataDir,
    RACKFEED_HUB: `127.0.0.1:${fleetPort}`,
    RACKFEED_HUB_TOKEN: token,
  });
  url = await collector.ready();
}

const hosted = async (): Promise<Record<string, HostedView>> => {
  const { items } = (await (await fetch(`${url}/pdus`)).json()) as { items: HostedView[] };
  return Object.fromEntries(items.map((each) => [each.name, each]));
};
const inFleet = async (): Promise<Record<string, FleetPdu>> => {
  const items = (await hub.send('GET', '/api/fleet/pdus')).body['items'] as FleetPdu[];
  return Object.fromEntries(items.map((each) => [each.name, each]));
};

/** Switches the outlet of this place through the hub; answers how the command has ended. */
async function switchAtHub(name: string, place: number, command: 'ON' | 'OFF'): Promise<unknown> {
  const id = (await inFleet())[name]?.id ?? '';
  const { body } = await hub.send('GET', `/api/fleet/pdus/${id}/outlets`);
  const outlet = (body['outlets'] as { id: string }[])[place - 1]?.id;
  const sent = await hub.send('POST', `/api/fleet/pdus/${id}/commands`, { outlet, command, validMs: 60_000 });
  expect(sent.status).toBe(202);
  let outcome: unknown;
  await eventually(async () => {
    outcome = (await hub.send('GET', `/api/fleet/commands/${String(sent.body['id'])}`)).body['outcome'];
    return outcome !== 'open';
  });
  return outcome;
}

let listed: object[];

beforeAll(async () => {
  simulator = compileSimulator(folder);
  fleetPort = await freePort();
  const hubProcess = new ControllerProcess({
    RACKFEED_ROLE: 'hub',
    RACKFEED_DATA_DIR: join(folder, 'hub'),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
    RACKFEED_FLEET_PORT: String(fleetPort),
    RACKFEED_FLEET_HOST: '127.0.0.1',
  });
  stopping.push(() => hubProcess.kill('SIGKILL'));
  hub = await signIn(await hubProcess.ready(), PASSWORD);
  const made = await hub.send('POST', '/api/fleet/enrolments', { site: 'north', uses: 10, hours: 1, accept: true });
  token = String(made.body['token']);
  const known = JSON.parse(readFileSync(SYNLINK, 'utf8')) as { wiring: object };
  const link = { kind: 'snmp', host: '192.0.2.1', community: COMMUNITY };
  profile = join(folder, 'synlink.json');
  writeFileSync(profile, JSON.stringify({ ...known, wiring: { ...known.wiring, links: { pdu: link } } }));
  const snmp = { RACKFEED_DRIVER: 'snmp', RACKFEED_MODEL: profile };
  listed = [
    await simulate('rack-1-a'),
    { ...(await simulate('rack-1-b')), RACKFEED_PORT: 0 },
    { name: 'rack-2-silent', ...snmp, RACKFEED_PDU_ADDRESS: `127.0.0.1:${await freeUdpPort()}` },
  ];
  if (has('snmpd')) {
    agent = await SnmpAgentProcess.start(AGENT);
    listed.push({ name: 'rack-2-snmp', ...snmp, RACKFEED_PDU_ADDRESS: `127.0.0.1:${agent.port}` });
  }
  writeList(...listed);
  await startCollector();
}, scaledTimeLimit(60_000));

afterAll(async () => {
  await collector.kill('SIGKILL');
  for (const stop of stopping) await stop();
  await agent?.stop();
  removeFolder(folder);
});

describe('a collector', () => {
  it('hosts each PDU of its list, and each joins the hub under its name', async () => {
    await eventually(async () => {
      const fleet = Object.values(await inFleet());
      return fleet.length === listed.length && fleet.every(({ online }) => online === true);
    });
    await eventually(async () => Object.values(await hosted()).every(({ state }) => state === 'running'));
    expect(Object.keys(await inFleet()).sort()).toEqual(Object.keys(await hosted()).sort());
  });

  it('has a PDU that does not answer among them: it is down, and the others are not', async () => {
    await eventually(async () => (await hosted())['rack-2-silent']?.health?.status === 'down');
    const pdus = { listed: listed.length, running: listed.length, ready: listed.length - 1, failed: 0 };
    await eventually(async () =>
      isDeepStrictEqual(await (await fetch(`${url}/health`)).json(), { status: 'degraded', pdus }),
    );
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('rackfeed_hosted_pdu_ready{pdu="rack-2-silent"} 0');
    expect(metrics).toMatch(/^rackfeed_build_info\{version=/m);
    expect(metrics).toMatch(/^process_resident_memory_bytes \d/m);
  });

  it('lets the hub switch an outlet of one, and only that relay moves', async () => {
    await eventually(async () => (await inFleet())['rack-1-a']?.outlets === 16);
    expect(await switchAtHub('rack-1-a', 3, 'OFF')).toBe('done');
    expect(moves('rack-1-a')).toHaveLength(1);
    expect(moves('rack-1-b')).toEqual([]);
  });

  itWith('snmpd', 'switches a PDU that speaks SNMP, at the address of its entry', async () => {
    await eventually(async () => (await inFleet())['rack-2-snmp']?.outlets === 16);
    expect(await switchAtHub('rack-2-snmp', 5, 'OFF')).toBe('done');
    expect(agent?.get(`${STATE}.5`)).toBe(0);
    expect(agent?.get(`${STATE}.4`)).toBe(1);
  });

  it('gives a PDU with a port its own pages and users there, and the log of that PDU alone', async () => {
    const { url: own = '' } = (await hosted())['rack-1-b'] ?? {};
    const atPdu = await signIn(own.replace('localhost', '127.0.0.1'), PASSWORD);
    expect((await atPdu.send('GET', '/api/conf')).body['deviceName']).toBe('rack-1-b');
    const { log } = (await atPdu.send('GET', '/api/system/diagnostics')).body as { log: { pdu: string }[] };
    expect(log.filter(({ pdu }) => pdu !== 'rack-1-b')).toEqual([]);
    expect(collector.stdout).toMatch(/WARN +rack-2-silent \[MeterPoller\] The hardware did not answer/);
    const refused = await atPdu.send('POST', '/api/system/firmware');
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('release of its collector');
    expect((await atPdu.send('POST', '/api/system/reboot')).status).toBe(200);
    await eventually(async () => {
      const again = (await hosted())['rack-1-b'];
      return again?.state === 'running' && again.restarts === 1;
    });
    expect((await hosted())['rack-1-a']?.restarts).toBe(0);
  });

  it('moves no relay when it is killed and started again, and its PDUs are those that the hub knows', async () => {
    const before = await inFleet();
    await collector.kill('SIGKILL');
    await startCollector();
    await eventually(async () => Object.values(await hosted()).every(({ state }) => state === 'running'));
    await eventually(async () => Object.values(await inFleet()).every(({ online }) => online === true));
    const ids = (fleet: Record<string, FleetPdu>) => Object.values(fleet).map(({ id }) => id);
    expect(ids(await inFleet()).sort()).toEqual(ids(before).sort());
    expect(moves('rack-1-a')).toHaveLength(1);
    expect(moves('rack-1-b')).toEqual([]);
    if (agent) expect(agent.get(`${STATE}.5`)).toBe(0);
    expect(await switchAtHub('rack-1-a', 3, 'ON')).toBe('done');
    expect(moves('rack-1-a')).toHaveLength(2);
  });

  it('reads its list again at SIGHUP: what is new starts, what is gone stops, the others notice nothing', async () => {
    const [first, second] = [connections('rack-1-a'), connections('rack-1-b')];
    const added = await simulate('rack-3-new');
    writeList(...listed.filter((each) => !('name' in each) || each.name !== 'rack-1-b'), added);
    collector.signal('SIGHUP');
    await eventually(async () => (await hosted())['rack-3-new']?.state === 'running');
    await eventually(async () => (await hosted())['rack-1-b'] === undefined);
    await eventually(async () => (await inFleet())['rack-3-new']?.online === true);
    expect(connections('rack-1-a')).toBe(first);
    expect(connections('rack-1-b')).toBe(second);
    expect(moves('rack-1-b')).toEqual([]);
  });

  it('goes on as before with a list that has a fault, and says each of them', async () => {
    const before = await hosted();
    writeFileSync(listFile, JSON.stringify({ pdus: [{ name: 'X' }, { name: 'a', RACKFEED_PORT: 'x' }] }));
    collector.signal('SIGHUP');
    await collector.waitForOutput(/(The list of PDUs was read again)/);
    await eventually(() => collector.stderr.includes('all of them go on as before'));
    expect(collector.stderr).toContain('PDU 1 needs a "name"');
    expect(collector.stderr).toContain('a: RACKFEED_PORT must be');
    expect(Object.keys(await hosted())).toEqual(Object.keys(before));
  });

  it('stops all of them at SIGTERM without a move, so that its folder is free', async () => {
    const before = moves('rack-1-a').length;
    expect(await collector.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(moves('rack-1-a')).toHaveLength(before);
    expect(collector.stdout).toContain('Stopped. Outlets stay as they are.');
  });

  it('starts nothing of a list with a fault: it names each with its PDU and ends with 2', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(
      join(other, 'pdus.json'),
      JSON.stringify({ pdus: [{ name: 'good' }, { name: 'bad', RACKFEED_MODEL: 'x' }] }),
    );
    const refused = new ControllerProcess({ RACKFEED_ROLE: 'collector', RACKFEED_DATA_DIR: other });
    expect(await refused.ended).toEqual({ code: 2, signal: null });
    expect(refused.stderr).toMatch(/pdus\.json: bad: RACKFEED_MODEL must be a built-in model/);
    expect(existsSync(join(other, 'pdus'))).toBe(false);
  });

  it('tries a PDU with a damaged folder again, and starts it once that is mended', async () => {
    const other = join(folder, 'damaged');
    mkdirSync(join(other, 'pdus', 'broken', 'device.key'), { recursive: true });
    writeFileSync(join(other, 'pdus.json'), JSON.stringify({ pdus: [{ name: 'broken' }, { name: 'whole' }] }));
    collector = new ControllerProcess({ RACKFEED_ROLE: 'collector', RACKFEED_DATA_DIR: other });
    url = await collector.ready();
    await eventually(async () => (await hosted())['whole']?.state === 'running');
    await eventually(async () => (await hosted())['broken']?.problem?.includes('device.key') === true);
    removeFolder(join(other, 'pdus', 'broken', 'device.key'));
    await eventually(async () => (await hosted())['broken']?.state === 'running');
    expect((await hosted())['whole']?.restarts).toBe(0);
    await collector.kill('SIGTERM');
  });
});

describe('an error that nobody catches in the work of one PDU', () => {
  it('ends the collector, which names the PDU, and at the next start that one waits and the others run', async () => {
    const other = join(folder, 'crashing');
    mkdirSync(other);
    const driver = join(other, 'driver.mjs');
    const read = `setTimeout(() => { throw new Error('lost'); }, 200); return emptyReadings();`;
    const source = `export default ({ emptyReadings }) => ({ async open() {}, async close() {}, async read() { ${read} },
      outlets: { async setOutlets() {} } });`;
    writeFileSync(driver, source);
    const pdus = [{ name: 'wrong', RACKFEED_MODEL: 'switched-8', RACKFEED_DRIVER: driver }, { name: 'sound' }];
    writeFileSync(join(other, 'pdus.json'), JSON.stringify({ pdus }));
    const first = new ControllerProcess({ RACKFEED_ROLE: 'collector', RACKFEED_DATA_DIR: other });
    expect((await first.ended).code).not.toBe(0);
    expect(first.stderr).toContain('An error in the work of wrong ends the collector.');
    expect(first.stderr).toContain('lost');
    collector = new ControllerProcess({ RACKFEED_ROLE: 'collector', RACKFEED_DATA_DIR: other });
    url = await collector.ready();
    await eventually(async () => (await hosted())['sound']?.state === 'running');
    expect((await hosted())['wrong']?.state).toBe('waiting');
    expect(collector.stdout).toContain('wrong has ended the collector by an error and waits 60 s.');
    expect(await collector.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(existsSync(join(other, 'crashes.json'))).toBe(false);
  });
});

describe('docs/collector.md', () => {
  it('shows a list that a collector takes, the start of one, and how its PDUs do', async () => {
    const [list = '', start = '', reload = '', ask = ''] = commandBlocks('docs/collector.md').map(
      (block) => block.commands,
    );
    const work = join(folder, 'work');
    mkdirSync(work);
    cpSync(join(ROOT, 'packaging'), join(work, 'packaging'), { recursive: true });
    const run = async (commands: string, more: Record<string, string> = {}): Promise<string> =>
      (
        await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
          cwd: work,
          env: { ...process.env, ...more },
        })
      ).stdout;
    await run(list);
    expect(start).toMatch(/^RACKFEED_ROLE=collector RACKFEED_DATA_DIR=\.\/racks RACKFEED_PORT=8090 \\\n/);
    expect(reload).toMatch(/^RACKFEED_ROLE=collector RACKFEED_DATA_DIR=\.\/racks rackfeed check-config\nkill -HUP /);
    const command = `"${process.execPath}" "${join(ROOT, 'release/local/dist/cli/rackfeed.js')}"`;
    const checked = await run(
      (reload.split('\n')[0] ?? '').replace('rackfeed check-config', `${command} check-config`),
    );
    expect(checked).toMatch(
      /PDU +rack-7-a: driver snmp\nPDU +rack-7-b: driver snmp\nPDU +lab: driver simulator, port 8101\n/,
    );
    const edited = readFileSync(join(work, 'racks/pdus.json'), 'utf8').replace('8101', '0');
    writeFileSync(join(work, 'racks/pdus.json'), edited);
    collector = new ControllerProcess({ RACKFEED_ROLE: 'collector', RACKFEED_DATA_DIR: join(work, 'racks') });
    url = await collector.ready();
    await eventually(async () => (await hosted())['lab']?.health?.status === 'ok');
    if (has('curl') && has('jq'))
      expect(await run(ask.replace('http://localhost:8090', url))).toMatch(/^lab\trunning\tok$/m);
    await collector.kill('SIGTERM');
  });
});
