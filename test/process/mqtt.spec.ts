/** The built controller and a broker: what a kill of the controller leaves, and what its next start does not carry out. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  ControllerProcess,
  removeFolder,
  signIn,
  temporaryFolder,
  withSession,
} from '../support/process/controller-process.js';
import { describeWith } from '../support/process/programs.js';
import { Mosquitto, type Watch } from '../support/servers/mosquitto.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(scaledTimeLimit(60_000));

const PASSWORD = 'correct horse battery';
const PREFIX = 'rackfeed/1000036';

describeWith('mosquitto', 'a controller that is killed', () => {
  const folder = temporaryFolder();
  let broker: Mosquitto;
  let watch: Watch;
  let controller: ControllerProcess;
  let admin: ReturnType<typeof withSession>;
  const newest = (below: string): string | undefined => watch.newest.get(`${PREFIX}/${below}`);
  const conf = async (settings: object): Promise<void> => {
    expect((await admin.send('POST', '/api/conf', settings)).status).toBe(200);
  };
  const start = async (): Promise<void> => {
    controller = new ControllerProcess({ RACKFEED_DATA_DIR: folder, RACKFEED_ADMIN_PASSWORD: PASSWORD });
    admin = await signIn(await controller.ready(), PASSWORD);
  };

  beforeAll(async () => {
    broker = await Mosquitto.start();
    watch = await broker.watch();
    await start();
    await conf({ ...broker.settings, mqttUserId: '1', mqttCommandsEnabled: true, mqttEnabled: true });
    await eventually(() => newest('status') === 'online');
  });
  afterAll(async () => {
    await controller.kill('SIGKILL');
    await broker.stop();
    removeFolder(folder);
  });

  it('is offline at once, by its last will', async () => {
    await controller.kill('SIGKILL');
    await eventually(() => newest('status') === 'offline');
    expect(broker.retained(`${PREFIX}/status`).get(`${PREFIX}/status`)).toBe('offline');
  });

  it('carries out nothing of what was sent meanwhile when it starts again, and says so', async () => {
    broker.publish(`${PREFIX}/outlets/1/set`, 'OFF', '-r');
    broker.publish(`${PREFIX}/command`, '{"id":"1","outlet":2,"state":"OFF"}', '-r');
    broker.publish(`${PREFIX}/outlets/3/set`, 'OFF', '-q', '2');
    const before = watch.all.length;
    await start();
    await eventually(() => newest('status') === 'online');
    const topics = watch.all.slice(before).map(({ topic }) => topic);
    expect(topics.indexOf(`${PREFIX}/outlets/16/state`)).toBeGreaterThanOrEqual(0);
    expect(topics.lastIndexOf(`${PREFIX}/outlets/16/state`)).toBeLessThan(topics.lastIndexOf(`${PREFIX}/status`));
    await eventually(() => newest('outlets/1/set') === '' && newest('command') === '');
    const outlets = (await admin.send('GET', '/api/outlets')).body as unknown as { state: string }[];
    expect(outlets.slice(0, 3).map(({ state }) => state)).toEqual(['ON', 'ON', 'ON']);
    expect([1, 2, 3].map((index) => newest(`outlets/${index}/state`))).toEqual(['ON', 'ON', 'ON']);
    const { entries } = (await admin.send('GET', '/api/log?limit=100')).body as { entries: Record<string, unknown>[] };
    const refused = entries.filter(({ result }) => result === 'COMMAND_RETAINED');
    expect(refused.map(({ via }) => via)).toEqual(['mqtt', 'mqtt']);
    expect((await admin.send('GET', '/api/mqtt')).body).toMatchObject({ commands: 0, refusedCommands: 2 });
    expect([...broker.retained(`${PREFIX}/#`).keys()].filter((topic) => /set$|command$/.test(topic))).toEqual([]);
  });

  it('says that it is offline when it is stopped, and moves no relay', async () => {
    const { code } = await controller.kill('SIGTERM');
    await eventually(() => newest('status') === 'offline');
    expect([code, newest('outlets/1/state')]).toEqual([0, 'ON']);
  });
});
