import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkHardware } from '../../src/hardware/check-hardware.js';
import { ConfigError, readConfig } from '../../src/config/runtime-config.js';
import { loadDriver } from '../../src/hardware/drivers/index.js';
import { TimeLimitedDriver } from '../../src/hardware/drivers/time-limits.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { SWITCHED_8 } from '../../src/hardware/profiles/switched-8.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { writeExampleDriver, type ExampleDriver } from '../support/hardware/example-driver.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rackfeed-driver-file-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const write = (code: string): string => {
  const file = join(folder, `driver-${++files}.mjs`);
  writeFileSync(file, code);
  return file;
};
const load = (name: string) =>
  loadDriver({ name, model: new PduModel(SWITCHED_8), clock: new VirtualClock(), dataDir: ':memory:' });

describe('a controller with the driver file of the documentation', () => {
  let example: ExampleDriver;
  let pdu: Pdu;
  let admin: Client;

  beforeAll(async () => {
    example = writeExampleDriver(folder);
    const { RELAY_FOLDER, ...env } = example.environment;
    process.env['RELAY_FOLDER'] = RELAY_FOLDER;
    pdu = await aPdu({ model: 'switched-8', env });
    admin = await pdu.as('admin');
  });
  afterAll(async () => {
    await pdu.stop();
    delete process.env['RELAY_FOLDER'];
  });

  it('adopts the relays as they are, and switches one', async () => {
    expect(example.relays()).toBe('11111111');
    const { status, body } = await admin.put('/api/outlets/2', { state: 'OFF' });
    expect([status, body.state]).toEqual([200, 'OFF']);
    expect(example.relays()).toBe('10111111');
  });

  it('is named after its file', async () => {
    expect((await admin.get('/api/device')).body).toMatchObject({ controllerHardwareVersion: 'relay-files' });
  });
});

describe('a driver file', () => {
  const driver = (members: string): string =>
    `export default () => ({ open() {}, close() {}, read() {}, ${members} });`;

  it('works within the time limits of every driver, and has only the abilities that it brings', async () => {
    const made = await load(write(driver('outlets: { setOutlets() {} }')));
    expect(made).toBeInstanceOf(TimeLimitedDriver);
    expect([made.outlets !== undefined, made.relayOutputs, made.ioHub]).toEqual([true, undefined, undefined]);
  });

  it('that throws at once rejects like one that fails later', async () => {
    const made = await load(write(driver('outlets: { setOutlets() { throw new Error("stuck"); } }')));
    const switching = made.outlets?.setOutlets([]);
    await expect(switching).rejects.toMatchObject({ message: 'stuck' });
  });

  it('may be made by an asynchronous function, in a module that waits for something itself', async () => {
    const made = await load(write(`await 0;\n${driver('').replace('() =>', 'async () =>')}`));
    expect(made.model.profile).toBe(SWITCHED_8);
  });

  it.each([
    ['no readings', 'undefined', 'TypeError'],
    ['an outlet too few', '{ ...emptyReadings(), outlets: [] }', 'does not answer the outlets of the model'],
    ['no list of banks', '{ ...emptyReadings(), banks: {} }', 'does not answer the banks of the model'],
    ['another order', '{ ...emptyReadings(), outlets: emptyReadings().outlets.reverse() }', 'outlets of the model'],
  ])('that reads %s counts as hardware that does not answer', async (_, readings, message) => {
    const code = `export default ({ emptyReadings }) => ({ open() {}, close() {}, read: () => (${readings}) });`;
    const failure = (await load(write(code))).read();
    await expect(failure.catch((error: unknown) => String(error))).resolves.toContain(message);
  });

  it.each([
    ['is missing', undefined, 'cannot be read (ENOENT)'],
    ['has a mistake', 'export default (', 'cannot be loaded: '],
    ['throws', 'throw new Error("No bus here.");', 'cannot be loaded: No bus here'],
    ['has no default export', 'export const driver = () => ({});', 'must export a function as its default'],
    ['exports an object', 'export default {};', 'must export a function as its default'],
    ['exports a function that throws', 'export default () => { throw 7; };', 'has not made a driver: 7'],
    ['makes nothing', 'export default () => undefined;', 'makes a driver without open()'],
    ['cannot read', 'export default () => ({ open() {}, close() {} });', 'makes a driver without read()'],
    ['cannot switch', driver('outlets: {}'), 'makes a driver without outlets.setOutlets()'],
    ['switches half a hub', driver('ioHub: { setHubRelay() {} }'), 'makes a driver without ioHub.setVdcOutput()'],
  ])('that %s is refused in one sentence', async (_, code, problem) => {
    const file = code === undefined ? join(folder, 'nowhere.mjs') : write(code);
    const config = readConfig({ RACKFEED_DRIVER: file, RACKFEED_DATA_DIR: folder });
    const problems = await checkHardware(config).then(
      () => [],
      (error: unknown) => (error instanceof ConfigError ? error.problems : [String(error)]),
    );
    expect(problems).toEqual([expect.stringContaining(`RACKFEED_DRIVER ${file} ${problem}`)]);
    expect(problems[0]).toMatch(/^[^\n]*[^.\n]\.$/);
  });
});
