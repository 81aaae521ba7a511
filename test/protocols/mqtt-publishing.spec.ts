import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';
import { MqttPdu } from '../support/protocols/mqtt-pdu.js';
import { Mosquitto } from '../support/servers/mosquitto.js';
import { eventually } from '../support/time/time-limits.js';

const OUTLETS = Array.from({ length: 16 }, (_, place) => place + 1);

describeWith('mosquitto', 'a controller with a broker', () => {
  let broker: Mosquitto;
  let mqtt: MqttPdu;
  let admin: Client;
  let pdu: Pdu;
  const json = (below: string): Record<string, unknown> => JSON.parse(mqtt.newest(below) ?? '{}');

  beforeAll(async () => {
    broker = await Mosquitto.start();
    mqtt = await MqttPdu.start(broker);
    ({ admin, pdu } = mqtt);
  });
  afterAll(async () => {
    await mqtt.stop();
    await broker.stop();
  });

  it('publishes every topic of its model, and none besides', () => {
    expect(
      [...broker.retained(`${mqtt.prefix}/#`).keys()].map((topic) => topic.slice(mqtt.prefix.length + 1)).sort(),
    ).toEqual(
      [
        ...['device', 'health', 'status', 'inlets/1', 'sensors/a', 'sensors/b'],
        ...['relays/R1-1000036/state', 'relays/R2-1000036/state'],
        ...['banks/1200578', 'banks/1200578/breaker', 'banks/1200579', 'banks/1200579/breaker'],
        ...OUTLETS.flatMap((index) => [`outlets/${index}`, `outlets/${index}/state`]),
      ].sort(),
    );
  });

  it('is online after everything else was sent', () => {
    const own = mqtt.watch.all.map(({ topic }) => topic.slice(mqtt.prefix.length + 1));
    const before = own.slice(
      0,
      mqtt.watch.all.findIndex(({ payload }) => payload === 'online'),
    );
    expect([...new Set(before)].sort()).toEqual(mqtt.topics.filter((topic) => topic !== 'status'));
    const places = ['device', 'outlets/1/state', 'outlets/16/state', 'outlets/1'].map((topic) => before.indexOf(topic));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('publishes what the API answers', async () => {
    await mqtt.set({ mqttPublishInterval: 1 });
    await pdu.seconds(2);
    const { body: outlet } = await admin.get('/api/outlets/2');
    await mqtt.until(() => json('outlets/2')['current'] !== undefined);
    expect(json('outlets/2')).toMatchObject({
      name: outlet.outletName,
      state: 'ON',
      rebootStatus: 'none',
      relayHealth: 'OK',
      protection: 'none',
      current: expect.any(Number),
      voltage: expect.any(Number),
      power: expect.any(Number),
      powerFactor: expect.any(Number),
      energy: expect.any(Number),
      energySinceReset: expect.any(Number),
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(json('device')).toMatchObject({ serial: '1000036', name: 'Rackfeed PDU', ip: '127.0.0.1' });
    await mqtt.set({ mqttPublishInterval: 3600, mqttDeadband: 50 });
  });

  it('publishes a new name and a new protection at once', async () => {
    await admin.put('/api/outlets/2', { outletName: 'Wäbserver "1"', protection: 'confirm' });
    await mqtt.until(() => json('outlets/2')['name'] === 'Wäbserver "1"');
    expect(json('outlets/2')).toMatchObject({ protection: 'confirm' });
  });

  it('publishes readings that change by more than the dead band at once', async () => {
    const before = Number(json('outlets/3')['current']);
    await admin.patch('/api/simulator', { outlets: { '3-1200578': { loadAmps: before * 3 + 1 } } });
    await mqtt.until(() => Number(json('outlets/3')['current']) > before * 2);
  });

  it('publishes a breaker that trips, and its problem', async () => {
    await admin.patch('/api/simulator', { banks: { '1200579': { breakerClosed: false } } });
    await mqtt.until(() => mqtt.newest('banks/1200579/breaker') === 'TRIPPED');
    await admin.patch('/api/simulator', { banks: { '1200579': { breakerClosed: true } } });
    await mqtt.until(() => mqtt.newest('banks/1200579/breaker') === 'CLOSED');
  });

  it('publishes a relay that does not follow as a problem', async () => {
    await admin.patch('/api/simulator', { outlets: { '4-1200578': { relayStuck: true } } });
    await admin.put('/api/outlets/4', { state: 'OFF' });
    await mqtt.until(() => mqtt.newest('health') === 'PROBLEM');
    await admin.patch('/api/simulator', { outlets: { '4-1200578': { relayStuck: false } } });
    await admin.put('/api/outlets/4', { state: 'ON' });
    await mqtt.until(() => mqtt.newest('health') === 'OK');
  });

  it('leaves readings out and empties states while the hardware is silent', async () => {
    await admin.patch('/api/simulator', { bus: { failing: true } });
    await mqtt.until(() => mqtt.newest('outlets/1/state') === '' && mqtt.newest('health') === 'PROBLEM');
    expect(json('outlets/1')).not.toHaveProperty('current');
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await mqtt.until(() => mqtt.newest('outlets/1/state') === 'ON' && mqtt.newest('health') === 'OK');
  });

  it('publishes an event that triggers, and when it ends', async () => {
    const event = { name: 'Much', code: 31, params: ['1200578', '10', '1'], actions: [] };
    const { status, body } = await admin.post('/api/events', event);
    expect([status, body.message]).toEqual([200, undefined]);
    await admin.patch('/api/simulator', { outlets: { '5-1200578': { loadAmps: 12 } } });
    const edges = (): string[] => mqtt.watch.of(`${mqtt.prefix}/events`).map((text) => JSON.parse(text).edge);
    await mqtt.until(() => edges().includes('triggered'));
    expect(JSON.parse(mqtt.watch.of(`${mqtt.prefix}/events`)[0] ?? '')).toMatchObject({
      id: body.id,
      name: 'Much',
      code: 31,
      value: expect.any(Number),
      unit: 'A',
      limit: 10,
    });
    await admin.patch('/api/simulator', { outlets: { '5-1200578': { loadAmps: 0.2 } } });
    await mqtt.until(() => edges().includes('ended'));
  });

  it('publishes what its user may view, empties what that user may no longer, and nothing without one', async () => {
    const [first = ''] = pdu.model.outlets.map(({ id }) => id);
    const viewer = await pdu.as({ viewOutlets: [first], viewInletStats: true });
    await mqtt.set({ mqttUserId: viewer.userId });
    const shown = (): string[] => mqtt.topics.filter((topic) => topic !== 'events');
    await mqtt.until(() => shown().join() === 'inlets/1,outlets/1,outlets/1/state,status');
    await mqtt.set({ mqttUserId: '' });
    await mqtt.until(() => shown().join() === 'status');
    expect([...broker.retained(`${mqtt.prefix}/#`).keys()]).toEqual([`${mqtt.prefix}/status`]);
    await mqtt.set({ mqttUserId: '1' });
    await mqtt.until(() => mqtt.topics.includes('outlets/16'));
  });

  it('empties what an earlier start has left, and touches nothing of others', async () => {
    await broker.kill();
    await mqtt.until(async () => (await admin.get('/api/mqtt')).body.state !== 'connected');
    await broker.run();
    const left = ['outlets/40', 'outlets/40/state', 'banks/9', 'sensors/b', 'foreign', 'outlets/1/note'];
    for (const below of left) broker.publish(`${mqtt.prefix}/${below}`, 'left', '-r');
    const leftNow = (): string[] =>
      [...mqtt.watch.newest].filter(([, payload]) => payload === 'left').map(([topic]) => topic);
    const remaining = [`${mqtt.prefix}/foreign`, `${mqtt.prefix}/outlets/1/note`];
    await mqtt.until(() => leftNow().sort().join() === remaining.join());
    const retained = (): string[] =>
      [...broker.retained(`${mqtt.prefix}/#`)].filter(([, payload]) => payload === 'left').map(([topic]) => topic);
    await mqtt.until(() => retained().sort().join() === remaining.join());
  });

  it('moves to another prefix and leaves nothing behind', async () => {
    await mqtt.set({ mqttTopicPrefix: `${mqtt.prefix}/moved` });
    await mqtt.until(() => mqtt.newest('moved/status') === 'online');
    expect(mqtt.topics.filter((topic) => !topic.startsWith('moved/') && !/foreign|note|events/.test(topic))).toEqual(
      [],
    );
    await mqtt.set({ mqttTopicPrefix: mqtt.prefix });
    await mqtt.until(() => mqtt.newest('status') === 'online' && mqtt.newest('moved/status') === '');
  });

  it('empties its topics when it is switched off, and in a factory reset', async () => {
    await mqtt.set({ mqttEnabled: false });
    await eventually(() => mqtt.topics.every((topic) => /foreign|note|events/.test(topic)));
    expect((await admin.get('/api/mqtt')).body.state).toBe('off');
    await mqtt.set({ mqttEnabled: true });
    await mqtt.until(() => mqtt.newest('status') === 'online');
    expect((await admin.post('/api/system/configReset')).status).toBe(200);
    await eventually(() => mqtt.topics.every((topic) => /foreign|note|events/.test(topic)));
  });

  it('publishes nothing but its status for a role without a permission, and is offline when it stops', async () => {
    const other = await aPdu();
    const boss = await other.as('admin');
    const nobody = await other.as({});
    await boss.post('/api/conf', {
      ...broker.settings,
      mqttTopicPrefix: `${mqtt.prefix}/other`,
      mqttClientId: 'other',
    });
    await boss.post('/api/conf', { mqttUserId: nobody.userId, mqttEnabled: true });
    await eventually(async () => {
      await other.seconds(1);
      return mqtt.newest('other/status') === 'online';
    });
    expect(mqtt.topics.filter((topic) => topic.startsWith('other/'))).toEqual(['other/status']);
    await other.stop();
    expect(mqtt.newest('other/status')).toBe('offline');
  });
});
