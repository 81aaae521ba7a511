/** Brokers that know one version of MQTT only, refuse, are full, or send more than anybody can read. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { aPdu } from '../support/app/pdu.js';
import { spyOnRelays } from '../support/app/relay-spies.js';
import { collectedMemory } from '../support/process/collected-memory.js';
import { describeWith } from '../support/process/programs.js';
import { MqttPdu, stateOf } from '../support/protocols/mqtt-pdu.js';
import { Mosquitto, type MosquittoOptions } from '../support/servers/mosquitto.js';
import { PickyBroker, reasonCode, returnCode, type SignInAnswer } from '../support/servers/picky-broker.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(scaledTimeLimit(60_000));

/** The level of the sign-in of a bridge, which gets the retain flag as it was published. */
const BRIDGE = 0x84;
const MEGABYTE = 1024 * 1024;

describeWith('mosquitto', 'a controller whose broker', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  const aBroker = async (options?: MosquittoOptions): Promise<Mosquitto> => {
    const broker = await Mosquitto.start(options);
    closing.push(() => broker.stop());
    return broker;
  };
  const picky = async (behind: Mosquitto, answer: SignInAnswer): Promise<PickyBroker> => {
    const broker = await PickyBroker.start(behind.port, answer);
    closing.push(() => broker.stop());
    return broker;
  };
  const connected = async (broker: Mosquitto, settings: object = {}): Promise<MqttPdu> => {
    const mqtt = await MqttPdu.start(broker, settings);
    closing.push(() => mqtt.stop());
    return mqtt;
  };

  it.each<[string, SignInAnswer, number[]]>([
    ['refuses 5 as 3.1.1 does', (level) => (level === 5 ? returnCode(1) : undefined), [5, BRIDGE]],
    ['refuses 5 as 5 does', (level) => (level === 5 ? reasonCode(132) : undefined), [5, BRIDGE]],
    ['closes the connection of 5', (level) => (level === 5 ? 'close' : undefined), [5, BRIDGE]],
    ['refuses bridges too', (level) => (level === 4 ? undefined : returnCode(1)), [5, BRIDGE, 4]],
  ])('%s gets 3.1.1, and all of it', async (_, answer, levels) => {
    const broker = await aBroker();
    const front = await picky(broker, answer);
    const mqtt = await connected(broker, { mqttPort: front.port, mqttCommandsEnabled: true });
    expect([await stateOf(mqtt.admin), front.levels]).toMatchObject([
      { state: 'connected', protocol: '3.1.1' },
      levels,
    ]);
    expect(mqtt.topics.length).toBeGreaterThan(40);
    await mqtt.send('outlets/3/set', 'OFF');
    await mqtt.until(() => mqtt.newest('outlets/3/state') === 'OFF');
  });

  it('refuses 5 is not asked for 3.1.1 where the settings say 5', async () => {
    const broker = await aBroker();
    const front = await picky(broker, (level) => (level === 5 ? reasonCode(132) : undefined));
    const pdu = await aPdu();
    closing.push(() => pdu.stop());
    const admin = await pdu.as('admin');
    await admin.post('/api/conf', { ...broker.settings, mqttPort: front.port, mqttVersion: '5', mqttEnabled: true });
    await eventually(async () => (await stateOf(admin)).state === 'refused');
    expect((await stateOf(admin)).reason).toContain('does not speak this version of MQTT');
    expect(front.levels).toEqual([5]);
  });

  it.each([
    [134, 'The broker does not accept the user name or the password.'],
    [136, 'The broker says that it is not available now.'],
    [137, 'The broker says that it is busy.'],
    [138, 'The broker has banned this client.'],
    [151, 'The broker says that a limit of it is reached.'],
    [200, 'The broker refuses the connection (reason 200).'],
  ])('refuses with reason %d is shown with its sentence, and asked again later', async (code, reason) => {
    const broker = await aBroker();
    let isRefusing = true;
    const front = await picky(broker, () => (isRefusing ? reasonCode(code) : undefined));
    const pdu = await aPdu();
    closing.push(() => pdu.stop());
    const admin = await pdu.as('admin');
    await admin.post('/api/conf', { ...broker.settings, mqttPort: front.port, mqttEnabled: true });
    await eventually(async () => (await stateOf(admin)).state === 'refused');
    expect((await stateOf(admin)).reason).toBe(reason);
    expect(front.levels).toEqual([5]);
    isRefusing = false;
    await eventually(async () => {
      await pdu.seconds(5);
      return (await stateOf(admin)).state === 'connected';
    });
  });

  it('has no place for more clients is shown, and the controller goes on', async () => {
    const broker = await aBroker({ lines: ['max_connections 1'] });
    const { client } = await broker.watch();
    const pdu = await aPdu();
    closing.push(() => pdu.stop());
    const admin = await pdu.as('admin');
    await admin.post('/api/conf', { ...broker.settings, mqttUserId: '1', mqttEnabled: true });
    await eventually(async () => !['connecting', 'off', 'connected'].includes((await stateOf(admin)).state));
    expect((await stateOf(admin)).reason).toMatch(/^The broker .*\.$/);
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body.state).toBe('OFF');
    await client.endAsync();
    await eventually(async () => {
      await pdu.seconds(5);
      return (await stateOf(admin)).state === 'connected';
    });
  });

  it.each([
    ['takes short messages only', 'message_size_limit 100'],
    ['says that it takes short packets only', 'max_packet_size 150'],
  ])('%s gets those, and the others are counted', async (_, line) => {
    const broker = await aBroker({ lines: [line] });
    const mqtt = await connected(broker);
    expect(mqtt.newest('outlets/16/state')).toBe('ON');
    expect(mqtt.newest('device')).toBeUndefined();
    const { state, since, dropped } = await stateOf(mqtt.admin);
    expect([state, dropped > 0]).toEqual(['connected', true]);
    await mqtt.admin.put('/api/outlets/16', { state: 'OFF' });
    await mqtt.until(() => mqtt.newest('outlets/16/state') === 'OFF');
    expect((await stateOf(mqtt.admin)).since).toBe(since);
  });

  it('sends 30,000 commands as fast as it can still switches, drops them, and takes no memory for them', async () => {
    const broker = await aBroker();
    const mqtt = await connected(broker, { mqttCommandsEnabled: true });
    // Commands use up the budget of their user.
    const all = mqtt.pdu.model.outlets.map(({ id }) => id);
    const operator = await mqtt.pdu.as({ viewOutlets: all, modifyOutlets: all });
    await mqtt.set({ mqttUserId: operator.userId });
    const client = await broker.client();
    const flood = async (count: number): Promise<void> => {
      const before = (await stateOf(mqtt.admin)).refusedCommands as number;
      for (let sent = 0; sent < count; sent += 500) {
        for (let each = 0; each < 500; each++) client.publish(`${mqtt.prefix}/outlets/15/set`, 'ON');
        await mqtt.watch.isPassed(); // more than a thousand that wait are dropped by the broker
        if (sent % 5000 === 0) {
          const state = sent % 10_000 === 0 ? 'OFF' : 'ON';
          expect((await mqtt.admin.put('/api/outlets/1', { state })).body.state).toBe(state);
        }
      }
      await eventually(async () => (await stateOf(mqtt.admin)).refusedCommands - before > count - 200);
      await mqtt.seconds(1);
    };
    await flood(10_000);
    const moves = spyOnRelays(mqtt.pdu);
    const before = await collectedMemory();
    await flood(20_000);
    expect((await collectedMemory()) - before).toBeLessThan(8 * MEGABYTE);
    // Over HTTP, and by MQTT in two seconds: the last messages of a flood may come after the second that it ends with.
    expect(moves().length).toBeLessThanOrEqual(4 + 2 * 20);
    expect((await mqtt.admin.get('/api/log?kind=mqtt.drop')).body.entries).toHaveLength(1);
    expect(await stateOf(mqtt.admin)).toMatchObject({ state: 'connected', outbox: 0 });
  });
});
