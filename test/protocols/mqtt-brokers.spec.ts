/** Brokers that know one version of MQTT only, or refuse. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { aPdu } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';
import { MqttPdu, stateOf } from '../support/protocols/mqtt-pdu.js';
import { Mosquitto } from '../support/servers/mosquitto.js';
import { PickyBroker, reasonCode, returnCode, type SignInAnswer } from '../support/servers/picky-broker.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(scaledTimeLimit(60_000));

/** The level of the sign-in of a bridge, which gets the retain flag as it was published. */
const BRIDGE = 0x84;

describeWith('mosquitto', 'a controller whose broker', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  const aBroker = async (): Promise<Mosquitto> => {
    const broker = await Mosquitto.start();
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
});
