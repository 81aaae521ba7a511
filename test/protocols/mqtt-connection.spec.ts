import { afterEach, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';
import { MqttPdu, stateOf } from '../support/protocols/mqtt-pdu.js';
import { Authority } from '../support/servers/certificates.js';
import { freePort } from '../support/servers/free-port.js';
import { Mosquitto, type MosquittoOptions } from '../support/servers/mosquitto.js';
import { eventually } from '../support/time/time-limits.js';

describeWith('mosquitto', 'the connection to a broker', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  const aBroker = async (options?: MosquittoOptions): Promise<Mosquitto> => {
    const broker = await Mosquitto.start(options);
    closing.push(() => broker.stop());
    return broker;
  };
  const connected = async (broker: Mosquitto, settings: object = {}): Promise<MqttPdu> => {
    const mqtt = await MqttPdu.start(broker, settings);
    closing.push(() => mqtt.stop());
    return mqtt;
  };
  /** A controller that tries to connect, and its state once it has failed. */
  const failing = async (settings: object): Promise<{ pdu: Pdu; admin: Client; state: string; reason: string }> => {
    const pdu = await aPdu();
    closing.push(() => pdu.stop());
    const admin = await pdu.as('admin');
    expect((await admin.post('/api/conf', { ...settings, mqttEnabled: true })).status).toBe(200);
    await eventually(async () => !['connecting', 'off'].includes((await stateOf(admin)).state));
    const { state, reason } = await stateOf(admin);
    return { pdu, admin, state, reason };
  };

  it('is one of MQTT 5, or of 3.1.1 where the settings say so', async () => {
    const broker = await aBroker();
    const mqtt = await connected(broker);
    expect(await stateOf(mqtt.admin)).toMatchObject({
      state: 'connected',
      protocol: '5',
      broker: `127.0.0.1:${broker.port}`,
    });
    await mqtt.set({ mqttVersion: '3.1.1' });
    await mqtt.until(async () => (await stateOf(mqtt.admin)).protocol === '3.1.1');
    await mqtt.online();
  });

  it('of 3.1.1 refuses a retained command too, before and while it is connected', async () => {
    const broker = await aBroker();
    broker.publish('rackfeed/1000036/outlets/1/set', 'OFF', '-r');
    const mqtt = await connected(broker, { mqttVersion: '3.1.1', mqttCommandsEnabled: true });
    broker.publish('rackfeed/1000036/outlets/2/set', 'OFF', '-r');
    await mqtt.until(async () => (await stateOf(mqtt.admin)).refusedCommands >= 2);
    await mqtt.until(() => ![...broker.retained('rackfeed/#').keys()].some((topic) => topic.endsWith('/set')));
    await mqtt.send('outlets/3/set', 'OFF');
    await mqtt.until(() => mqtt.newest('outlets/3/state') === 'OFF');
    expect([mqtt.newest('outlets/1/state'), mqtt.newest('outlets/2/state')]).toEqual(['ON', 'ON']);
  });

  it('of 3.1.1 lasts although the broker has retained a message below the prefix that is too long to be read', async () => {
    const mqtt = await connected(await aBroker(), { mqttVersion: '3.1.1' });
    await mqtt.watch.publish(`${mqtt.prefix}/junk`, 'x'.repeat(9 * 1024 * 1024), { qos: 1, retain: true });
    await mqtt.set({ mqttEnabled: false });
    await mqtt.until(async () => (await stateOf(mqtt.admin)).state === 'off');
    await mqtt.set({ mqttEnabled: true });
    await mqtt.until(async () => (await stateOf(mqtt.admin)).state === 'refused');
    expect((await stateOf(mqtt.admin)).reason).toContain('remove the retained message');
    await mqtt.online();
    await mqtt.set({ mqttCommandsEnabled: true });
    await mqtt.seconds(5);
    await mqtt.send('outlets/2/set', 'OFF');
    await mqtt.until(() => mqtt.newest('outlets/2/state') === 'OFF');
    expect(await stateOf(mqtt.admin)).toMatchObject({ state: 'connected', protocol: '3.1.1' });
  });

  it('is one with TLS to a broker of the right authority and name', async () => {
    const mqtt = await connected(await aBroker({ tls: ['127.0.0.1'] }));
    expect(await stateOf(mqtt.admin)).toMatchObject({ state: 'connected' });
  });

  it('with a certificate of its own is one to a broker that asks for one', async () => {
    const broker = await aBroker({ tls: ['127.0.0.1'], needsCertificate: true });
    const { cert: mqttClientCert, key: mqttClientKey } = broker.authority.server('pdu.example');
    await connected(broker, { mqttClientCert, mqttClientKey });
  });

  it.each<[string, MosquittoOptions, object, string, RegExp]>([
    [
      'another authority',
      { tls: ['127.0.0.1'] },
      { mqttCaCert: new Authority().certificate },
      'unreachable',
      /certificate/,
    ],
    ['no authority', { tls: ['127.0.0.1'] }, { mqttCaCert: '' }, 'unreachable', /certificate/],
    ['another name', { tls: ['broker.example'] }, {}, 'unreachable', /another name/],
    ['a wrong password', {}, { mqttPassword: 'wrong' }, 'refused', /user name|password/],
    ['a wrong password in 3.1.1', {}, { mqttPassword: 'wrong', mqttVersion: '3.1.1' }, 'refused', /user name|password/],
    ['TLS where there is none', {}, { mqttTls: true }, 'unreachable', /TLS|encrypted|closed|reset/],
  ])('is not made with %s', async (_, options, settings, state, reason) => {
    const broker = await aBroker(options);
    const found = await failing({ ...broker.settings, ...settings });
    expect([found.state, found.reason]).toEqual([state, expect.stringMatching(reason)]);
    expect(found.reason).toMatch(/^[A-Z].*\.$/);
  });

  it('is not made where nothing listens, which after a minute degrades the health', async () => {
    const port = await freePort();
    const { pdu, admin, state, reason } = await failing({ mqttHost: '127.0.0.1', mqttPort: port, mqttTls: false });
    expect([state, reason]).toEqual(['unreachable', expect.stringContaining('nothing listens there')]);
    expect((await admin.get('/api/system/health')).body.status).toBe('ok');
    await pdu.seconds(65);
    const { body } = await admin.get('/api/system/health');
    expect([body.status, body.checks.find((each: { name: string }) => each.name === 'protocols')?.status]).toEqual([
      'degraded',
      'warn',
    ]);
  });

  it('is not made to the controller itself while that is not allowed', async () => {
    const broker = await aBroker();
    const found = await failing({ ...broker.settings, allowLocalTargets: false });
    expect([found.state, found.reason]).toEqual(['refused', expect.stringContaining('allowLocalTargets')]);
  });

  it('is tested step by step, without a change', async () => {
    const broker = await aBroker({ tls: ['127.0.0.1'] });
    const pdu = await aPdu();
    closing.push(() => pdu.stop());
    const admin = await pdu.as('admin');
    const good = (await admin.post('/api/mqtt/test', broker.settings)).body;
    expect([good.ok, good.steps.map(({ step }: { step: string }) => step)]).toEqual([
      true,
      ['address', 'connection', 'encryption', 'signIn', 'roundTrip'],
    ]);
    const bad = (await admin.post('/api/mqtt/test', { ...broker.settings, mqttPassword: 'wrong' })).body;
    expect([bad.ok, bad.steps.at(-1)]).toMatchObject([
      false,
      { step: 'signIn', ok: false, detail: expect.any(String) },
    ]);
    const forbidden = { ...broker.settings, mqttTopicPrefix: 'of/others' };
    expect((await admin.post('/api/mqtt/test', forbidden)).body.steps.at(-1)).toMatchObject({
      step: 'roundTrip',
      ok: false,
    });
    expect((await stateOf(admin)).state).toBe('off');
    expect((await admin.get('/api/conf')).body.mqttHost).toBe('');
  });

  it('comes back after a broker that crashed and after one that stood still, with all states of now', async () => {
    const broker = await aBroker();
    const mqtt = await connected(broker);
    await broker.kill();
    await mqtt.until(async () => (await stateOf(mqtt.admin)).state !== 'connected');
    await mqtt.admin.put('/api/outlets/6', { state: 'OFF' });
    await mqtt.pdu.seconds(600);
    expect((await stateOf(mqtt.admin)).outbox).toBeLessThan(100);
    await broker.run();
    await mqtt.until(() => mqtt.newest('outlets/6/state') === 'OFF');
    await mqtt.online();
    broker.pause();
    for (let round = 0; round < 20; round++) {
      await mqtt.admin.put('/api/outlets/7', { state: round % 2 === 0 ? 'OFF' : 'ON' });
      await mqtt.pdu.seconds(10);
    }
    expect((await stateOf(mqtt.admin)).outbox).toBeLessThan(100);
    await mqtt.admin.put('/api/outlets/7', { state: 'OFF' });
    broker.resume();
    await mqtt.until(() => mqtt.newest('outlets/7/state') === 'OFF');
  });

  it('never shows a password or a key', async () => {
    const { cert, key } = new Authority().server('pdu.example');
    const pdu = await aPdu();
    closing.push(() => pdu.stop());
    const admin = await pdu.as('admin');
    const secrets = { mqttPassword: 'open sesame 77', mqttClientCert: cert, mqttClientKey: key };
    expect((await admin.post('/api/conf', secrets)).status).toBe(200);
    for (const path of ['/api/conf', '/api/mqtt', '/api/log', '/api/config/export', '/api/system/diagnostics']) {
      const { body } = await admin.get(path);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      expect([path, text.includes('sesame'), text.includes(key.split('\n')[1] ?? '')]).toEqual([path, false, false]);
    }
  });

  it('is given rights only by those who have them, and its password to no other broker', async () => {
    const pdu = await aPdu();
    closing.push(() => pdu.stop());
    const admin = await pdu.as('admin');
    const network = await pdu.as({ viewNetworkSettings: true, modifyNetworkSettings: true });
    const codeOf = async (client: Client, body: object) => (await client.post('/api/conf', body)).body.code;
    expect(await codeOf(network, { mqttUserId: '1' })).toBe('RIGHTS_NOT_COVERED');
    expect(await codeOf(admin, { mqttUserId: '99' })).toBe('SETTING_USER_UNKNOWN');
    expect(await codeOf(admin, { mqttCommandsEnabled: true })).toBe('MQTT_USER_MISSING');
    const values = { mqttUserId: '1', mqttHost: '127.0.0.1', mqttPassword: 'secret' };
    expect(await codeOf(admin, values)).toBeUndefined();
    for (const change of [
      { mqttHost: '127.0.0.2', mqttPassword: 'x' },
      { mqttEnabled: true },
      { mqttCommandsEnabled: true },
    ]) {
      expect(await codeOf(network, change)).toBe('RIGHTS_NOT_COVERED');
    }
    expect(await codeOf(network, { mqttUserId: '' })).toBeUndefined();
    expect((await network.post('/api/conf', { mqttHost: '127.0.0.2' })).body.details).toMatchObject([
      { field: 'mqttPassword' },
    ]);
    const { cert } = new Authority().server('a');
    expect(await codeOf(admin, { mqttClientCert: cert })).toBe('MQTT_CLIENT_CERTIFICATE');
  });
});
